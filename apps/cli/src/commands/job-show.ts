import { getJob } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { describeJob, shownJob } from '../job/describe-job.ts'
import { required } from '../parameters/parameter.ts'

export const jobShow = defineCommand({
  path: 'job show',
  summary: 'Show a job: how far it is, what it changed, and what it found.',
  parameters: { jobId: required('<id>', 'the job'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { jobId, workspace }) => {
    const job = await getJob(database, { jobId, orgId: workspace })
    return { json: { ...shownJob(job), result: job.result }, text: describeJob(job) }
  },
})
