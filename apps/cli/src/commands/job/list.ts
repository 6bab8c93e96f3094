import { jobStates, listJobs } from '@signalpost/database/acts'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { describeJobs, shownJob } from './describe-job.ts'

export const jobList = defineCommand({
  path: 'job list',
  summary: 'List jobs, newest first.',
  parameters: {
    workspace: workspaceOfIdParameter,
    state: optional('--state <state>', `filter by state: ${jobStates.join(', ')}`, z.enum(jobStates)),
    limit: withDefault('--limit <n>', 'the maximum number of jobs, at most 1000', {
      schema: wholeNumber({ min: 1, max: 1000 }),
      text: '50',
    }),
  },
  run: async ({ database }, { workspace, state, limit }) => {
    const jobs = await listJobs(database, { orgId: workspace, state }, { limit })
    return { json: { items: jobs.map(shownJob) }, text: describeJobs(jobs) }
  },
})
