import { setTimeout as delay } from 'node:timers/promises'
import { isStoreFault } from '@signalpost/database'
import { getJob, type Job, leaseJob } from '@signalpost/database/acts'
import type { ActServices } from '../define-act.ts'
import type { JobWork } from './define-job.ts'
import { jobLeaseMs, runJob } from './run-job.ts'

const pollMs = 200
const workerPatienceMs = 2_000

type Waiting<Services> = {
  jobId: string
  works: readonly JobWork<Services>[]
  onProgress: (job: Job) => void
}

/**
 * Waits until a job has ended and returns it. Where no worker takes the job, this process runs it, and throws what went
 * wrong on its own side.
 */
export async function waitForJob<Services extends ActServices>(
  services: Services,
  { jobId, works, onProgress }: Waiting<Services>,
): Promise<Job> {
  const { database } = services
  const acts = works.map(({ act }) => act)
  const aloneAtMs = performance.now() + workerPatienceMs
  let running: Promise<void> | undefined
  let fault: unknown

  const runHere = async (): Promise<void> => {
    const lease = await leaseJob(database, { leaseMs: jobLeaseMs, acts, jobId })
    if (lease === undefined) return
    const { signal } = new AbortController()
    fault = await runJob(services, { lease, works, signal })
  }

  for (;;) {
    const job = await getJob(database, { jobId })
    onProgress(job)
    if (job.endedAt !== null) {
      await running
      if (fault !== undefined && !isStoreFault(fault)) throw fault
      return job
    }
    if (running === undefined && performance.now() > aloneAtMs) {
      running = runHere().finally(() => {
        running = undefined
      })
      // Its rejection is thrown where it is awaited, and a lease that failed is tried again.
      running.catch(() => undefined)
    }
    await delay(pollMs)
  }
}
