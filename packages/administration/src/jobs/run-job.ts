import { isStoreFault } from '@signalpost/database'
import { endJob, type JobLease, postponeJob } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import type { ActServices } from '../define-act.ts'
import type { JobWork } from './define-job.ts'
import { JobFailure, JobInterrupted } from './job-errors.ts'
import { runItems } from './run-items.ts'
import { runWhole } from './run-whole.ts'

const retryMs = 5_000

type Run<Services> = {
  lease: JobLease
  works: readonly JobWork<Services>[]
  /** Aborts when this process stops. The job then waits for another process. */
  signal: AbortSignal
}

/**
 * Runs a leased job until it ends, is stopped, or `signal` aborts. A fault of the store postpones the job. Returns an
 * error of our own, for the log.
 */
export async function runJob<Services extends ActServices>(
  services: Services,
  { lease, works, signal }: Run<Services>,
): Promise<unknown> {
  const { database } = services
  try {
    const work = works.find(({ act }) => act === lease.job.act)
    if (work === undefined) throw new Error(`There is no work for jobs of the act ${lease.job.act}.`)
    const running = { lease, signal }
    const ending =
      'step' in work ? await runItems(services, work, running) : await runWhole(services, work, running)
    await endJob(database, { ...lease, ending })
    return undefined
  } catch (error) {
    if (error instanceof JobInterrupted || signal.aborted) {
      await postponeJob(database, { ...lease, retryMs: error instanceof JobInterrupted ? error.retryMs : 0 })
      return undefined
    }
    if (error instanceof RejectedError || error instanceof JobFailure) {
      const { code, message } = error
      await endJob(database, { ...lease, ending: { state: 'failed', code, error: message } })
      return undefined
    }
    if (isStoreFault(error)) {
      // If the store is unavailable for this statement too, the lease expires.
      await postponeJob(database, { ...lease, retryMs })
      return error
    }
    const message = 'An unexpected error ended the job; see the log.'
    await endJob(database, { ...lease, ending: { state: 'failed', code: 'internal', error: message } })
    return error
  }
}
