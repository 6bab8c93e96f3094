import { jobOperations } from '@signalpost/administration/jobs'
import { jobStates } from '@signalpost/database/acts'
import { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { describeJob, describeJobs, shownJob } from './describe-job.ts'

export const jobCommands = commandsOf(jobOperations, {
  json: shownJob,
  text: (job, { nowMs }) => describeJob(job, nowMs()),
  by: {
    'job.list': {
      parameters: {
        state: optional('--state <state>', `filter by state: ${jobStates.join(', ')}`, z.enum(jobStates)),
        limit: withDefault('--limit <n>', 'the maximum number of jobs, at most 1000', {
          schema: wholeNumber({ min: 1, max: 1000 }),
          text: '50',
        }),
      },
      outcome: (_context, jobs) => ({ json: { items: jobs.map(shownJob) }, text: describeJobs(jobs) }),
    },
    'job.show': {
      outcome: ({ nowMs }, job) => ({
        json: { ...shownJob(job), result: job.result },
        text: describeJob(job, nowMs()),
      }),
    },
  },
})
