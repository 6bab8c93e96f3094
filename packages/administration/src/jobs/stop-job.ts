import { getJob, requestJobStop } from '@signalpost/database/acts'
import { defineOperation } from '../define-operation.ts'
import { jobDocument, jobReference } from './job-document.ts'

/** Stops after the current step, or after a second without that step. Throws RejectedError `not_found`. */
export const stopJobAct = defineOperation({
  name: 'job.stop',
  summary: 'Stop a job within 2 s. Its changes remain.',
  demands: 'admin',
  input: jobReference,
  http: { method: 'post', path: '/jobs/{id}/stop', errors: ['not_found'] },
  output: { ...jobDocument, description: 'The job. Its changes remain.' },
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
