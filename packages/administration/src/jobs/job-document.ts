import { type Job, jobStates } from '@signalpost/database/acts'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'

const moment = z.iso.datetime().nullable()

export const jobSchema = z.object({
  jobId: z.string(),
  orgId: z.string(),
  act: z.string(),
  state: z.enum(jobStates),
  total: z.number().nullable(),
  done: z.number(),
  changed: z.number(),
  createdAt: z.iso.datetime(),
  startedAt: moment,
  endedAt: moment,
  error: z.string().nullable(),
  by: z.object({ kind: z.string(), id: z.string() }),
})

export function describeJob(job: Job): z.infer<typeof jobSchema> {
  const { jobId, orgId, act, state, total, done, changed, createdAt, startedAt, endedAt, error, by } = job
  return {
    ...{ jobId, orgId, act, state, total, done, changed, error, by },
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** What names a job. */
export const jobReference = z.strictObject({ jobId: z.string(), orgId: orgIdSchema.optional() })

export const jobDocument = { description: 'The job.', schema: jobSchema, of: describeJob }
