import { getJob, type Job, jobStates, listJobs } from '@signalpost/database/acts'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommandRead, defineRead } from '../define-operation.ts'
import { describeJob, jobReference, jobSchema } from './job-document.ts'

export const listJobsRead = defineCommandRead({
  name: 'job.list',
  summary: 'List jobs, newest first.',
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema.optional(),
    state: z.enum(jobStates).optional(),
    limit: z.int().min(1).max(1_000).default(50),
  }),
  read: ({ services: { database }, input: { limit, ...filter } }) => listJobs(database, filter, { limit }),
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
