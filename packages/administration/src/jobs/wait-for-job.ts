import { setTimeout as delay } from 'node:timers/promises'
import { getJob, type Job, leaseJob } from '@signalpost/database'
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

/** Waits until a job has ended and returns it. Where no worker takes the job, this process runs it. */
export async function waitForJob<Services extends ActServices>(
  services: Services,
  { jobId, works, onProgress }: Waiting<Services>,
): Promise<Job> {
  const { database } = services
  const aloneAtMs = performance.now() + workerPatienceMs
  let running: Promise<unknown> | undefined
  for (;;) {
    const job = await getJob(database, { jobId })
    onProgress(job)
    if (job.endedAt !== null) {
      await running
      return job
    }
    if (running === undefined && job.state === 'waiting' && performance.now() > aloneAtMs) {
      const lease = await leaseJob(database, { leaseMs: jobLeaseMs, jobId })
      const { signal } = new AbortController()
      if (lease !== undefined) running = runJob(services, { lease, works, signal })
    }
    await delay(pollMs)
  }
}
