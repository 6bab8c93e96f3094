import { setTimeout as sleep } from 'node:timers/promises'
import { defineFault } from '../fault.ts'

const rounds = 30
const intervalMs = 50
const jobsAtOnce = 10

export const loseJobs = defineFault({
  name: 'jobs-vanish',
  strike: async ({ harness }) => {
    for (let round = 0; round < rounds; round += 1) {
      await harness.queueStore.deleteRandomJobs(jobsAtOnce)
      await sleep(intervalMs)
    }
  },
})
