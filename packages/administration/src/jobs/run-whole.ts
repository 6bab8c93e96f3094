import {
  endJob,
  type JobEnding,
  type JobLease,
  type JobProgress,
  reportJobProgress,
} from '@signalpost/database/acts'
import { runPeriodically } from '@signalpost/runtime'
import type { ActServices } from '../define-act.ts'
import type { WholeWork } from './define-job.ts'
import { JobInterrupted } from './job-errors.ts'
import { jobLeaseMs } from './job-lease.ts'

const reportIntervalMs = 500

/**
 * Runs work in one piece, and stores its progress while it runs. A job that is asked to stop ends at the next report;
 * its work may take longer to notice, and can no longer change the job. Throws JobInterrupted, and what the work
 * throws.
 */
export async function runWhole<Services extends ActServices>(
  services: Services,
  { run }: WholeWork<Services>,
  { lease, signal }: { lease: JobLease; signal: AbortSignal },
): Promise<JobEnding> {
  const { database } = services
  const ending = new AbortController()
  const { done, total, changed } = lease.job
  let progress: JobProgress = { done, total, changed }
  const report = async (): Promise<void> => {
    const verdict = await reportJobProgress(database, { ...lease, leaseMs: jobLeaseMs, progress })
    if (verdict === 'stop') await endJob(database, { ...lease, ending: { state: 'stopped' } })
    if (verdict !== 'continue') ending.abort()
  }
  const reporting = runPeriodically({
    intervalMs: reportIntervalMs,
    work: report,
    // The next report makes up for one that failed: the lease outlasts several.
    onError: () => undefined,
  })
  try {
    const result = await run(services, {
      job: lease.job,
      signal: AbortSignal.any([signal, ending.signal]),
      onProgress: (reached) => {
        progress = reached
      },
    })
    await reporting.stop()
    await report()
    return { state: 'done', result }
  } catch (cause) {
    if (ending.signal.aborted) throw new JobInterrupted('the job is over for this process', { cause })
    await reporting.stop()
    // The process that continues the job needs the last checkpoint; without the store it takes the one before.
    await report().catch(() => undefined)
    throw cause
  } finally {
    await reporting.stop()
  }
}
