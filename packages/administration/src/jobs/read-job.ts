import { getJob, type Job, jobStates, listJobs } from '@signalpost/database/acts'
import { orgIdSchema } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import { defineDocuments, defineRead } from '../define-operation.ts'
import { describeJob, jobReference, jobSchema } from './job-document.ts'

export const listJobsRead = defineDocuments({
  name: 'job.list',
  summary: 'List jobs, newest first.',
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema.optional(),
    state: z.enum(jobStates).optional().meta({ description: 'Only jobs in this state.' }),
  }),
  http: { method: 'get', path: '/jobs', errors: [] },
  output: { description: 'A page of jobs.', schema: jobSchema, of: describeJob },
  cursor: z.string().startsWith('job_'),
  readPage: async ({ services: { database }, input }, { limit, after }) => {
    const found = await listJobs(database, input, { limit: limit + 1, after })
    const { items, last } = takePage(found, limit)
    return { items, nextAfter: last?.jobId }
  },
})

export const showJobRead = defineRead({
  name: 'job.show',
  summary: 'Show a job: its progress, what it changed, and what it found.',
  demands: 'viewer',
  input: jobReference,
  http: { method: 'get', path: '/jobs/{id}', errors: ['not_found'], operationId: 'getJob' },
  output: {
    description: 'The job.',
    schema: jobSchema.extend({
      result: z.unknown().meta({ description: 'What it found; null until it is done, and for most acts.' }),
    }),
    of: (job: Job) => ({ ...describeJob(job), result: job.result }),
  },
  read: ({ services: { database }, input }) => getJob(database, input),
})
