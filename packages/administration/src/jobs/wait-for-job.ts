import { setTimeout as delay } from 'node:timers/promises'
import { isStoreFault } from '@signalpost/database'
import { getJob, type Job, leaseJob, stopAbandonedJobs } from '@signalpost/database/acts'
import type { ActServices } from '../define-act.ts'
import type { JobWork } from './define-job.ts'
import { jobLeaseMs } from './job-lease.ts'
import { runJob } from './run-job.ts'

const pollMs = 200

type Waiting<Services> = {
  jobId: string
  works: readonly JobWork<Services>[]
  onProgress: (job: Job) => void
  /** How long workers have to take the job, in milliseconds. */
  workerPatienceMs?: number | undefined
}

/**
 * Waits until a job has ended and returns it. If no worker takes the job in time, this process runs it, and throws the
 * errors that are our own fault.
 */
export async function waitForJob<Services extends ActServices>(
  services: Services,
  { jobId, works, onProgress, workerPatienceMs = 2_000 }: Waiting<Services>,
): Promise<Job> {
  const { database } = services
  const acts = works.map(({ act }) => act)
  const aloneAtMs = performance.now() + workerPatienceMs
  let running: Promise<boolean> | undefined
  let fault: unknown
  const runHere = async (): Promise<boolean> => {
    await stopAbandonedJobs(database)
    const lease = await leaseJob(database, { leaseMs: jobLeaseMs, acts, jobId })
    if (lease === undefined) return false
    const { signal } = new AbortController()
    fault = await runJob(services, { lease, works, signal })
    return true
  }
  /** Ends early once the job has ended here. */
  const pause = async (): Promise<void> => {
    const polled = delay(pollMs)
    const ended = running?.then((ran) => (ran ? undefined : polled)).catch(() => polled)
    await (ended === undefined ? polled : Promise.race([polled, ended]))
  }
  for (;;) {
    const job = await getJob(database, { jobId })
    onProgress(job)
    if (job.endedAt !== null) {
      await running
      if (fault !== undefined && !isStoreFault(fault)) throw fault
      return job
    }
    if (running === undefined && !job.isLeased && performance.now() >= aloneAtMs) {
      running = runHere().finally(() => {
        running = undefined
      })
      // The await below throws its rejection, and a failed lease is retried.
      running.catch(() => undefined)
    }
    await pause()
  }
}
