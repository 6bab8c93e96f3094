import { stopJobAct } from '@signalpost/administration/jobs'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeJob, shownJob } from './describe-job.ts'

export const jobStop = defineCommand({
  path: 'job stop',
  summary: 'Stop a job within 2 s. Its changes remain.',
  parameters: { jobId: required('<id>', 'the job'), workspace: workspaceOfIdParameter },
  run: async ({ perform, nowMs }, { jobId, workspace }) => {
    const job = await perform(stopJobAct, { jobId, orgId: workspace })
    return { json: shownJob(job), text: describeJob(job, nowMs()) }
  },
})
