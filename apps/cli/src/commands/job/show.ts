import { getJob } from '@signalpost/database/acts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeJob, shownJob } from './describe-job.ts'

export const jobShow = defineCommand({
  path: 'job show',
  summary: 'Show a job: its progress, what it changed, and what it found.',
  parameters: { jobId: required('<id>', 'the job'), workspace: workspaceOfIdParameter },
  run: async ({ database, nowMs }, { jobId, workspace }) => {
    const job = await getJob(database, { jobId, orgId: workspace })
    return { json: { ...shownJob(job), result: job.result }, text: describeJob(job, nowMs()) }
  },
})
