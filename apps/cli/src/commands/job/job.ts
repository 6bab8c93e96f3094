import { jobOperations } from '@signalpost/administration/jobs'
import { commandsOf } from '../../command/commands-of.ts'
import { describeJob, shownJob } from './finish-job.ts'

export const jobCommands = commandsOf(jobOperations, {
  json: shownJob,
  text: (job, { nowMs }) => describeJob(job, nowMs()),
  by: {
    'job.list': {
      columns: {
        JOB: ({ jobId }) => jobId,
        ACT: ({ act }) => act,
        STATE: ({ state }) => state,
        DONE: ({ done, total }) => (total === null ? done : `${done}/${total}`),
        CHANGED: ({ changed }) => changed,
        CREATED: ({ createdAt }) => createdAt,
        ERROR: ({ error }) => error,
      },
    },
    'job.show': {
      outcome: ({ nowMs }, job) => ({
        json: { ...shownJob(job), result: job.result },
        text: describeJob(job, nowMs()),
      }),
    },
  },
})
