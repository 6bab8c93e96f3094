import { getJob, requestJobStop } from '@signalpost/database/acts'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

const input = z.strictObject({ jobId: z.string(), orgId: orgIdSchema.optional() })

/** Stops a job after its current step, or after a second without that step. Its changes stay. Throws RejectedError `not_found`. */
export const stopJobAct = defineAct({
  name: 'job.stop',
  demands: 'admin',
  input,
  run: async ({ transaction, input: reference }) => {
    const before = await getJob(transaction, reference)
    if (before.endedAt !== null) return { result: before }
    await requestJobStop(transaction, { jobId: before.jobId })
    const after = await getJob(transaction, reference)
    const target = { type: 'job', id: after.jobId }
    const change = { orgId: after.orgId, target, before: { stopped: false }, after: { stopped: true } }
    return { result: after, change }
  },
})
