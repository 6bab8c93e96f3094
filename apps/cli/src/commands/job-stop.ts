import { stopJobAct } from '@signalpost/administration'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { describeJob, shownJob } from '../job/describe-job.ts'
import { required } from '../parameters/parameter.ts'

export const jobStop = defineCommand({
  path: 'job stop',
  summary: 'Stop a job within 2 s. What it did stays done.',
  parameters: { jobId: required('<id>', 'the job'), workspace: workspaceOfIdParameter },
  run: async ({ perform }, { jobId, workspace }) => {
    const job = await perform(stopJobAct, { jobId, orgId: workspace })
    return { json: shownJob(job), text: describeJob(job) }
  },
})
