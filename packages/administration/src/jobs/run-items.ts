import { advanceJob, type JobEnding, type JobLease, takeJobItems } from '@signalpost/database/acts'
import type { ActServices } from '../define-act.ts'
import type { ItemWork } from './define-job.ts'
import { JobInterrupted } from './job-errors.ts'
import { jobLeaseMs } from './job-lease.ts'

const itemsAtOnce = 500

/** Acts on the items of a job, step by step, and commits each step with its progress. Throws JobInterrupted. */
export async function runItems(
  { database }: Pick<ActServices, 'database'>,
  { step }: ItemWork,
  { lease, signal }: { lease: JobLease; signal: AbortSignal },
): Promise<JobEnding> {
  for (;;) {
    if (signal.aborted) throw new JobInterrupted('the process stops')
    const { verdict, isEnd } = await database.transaction().execute(async (transaction) => {
      const { job } = lease
      const itemIds = await takeJobItems(transaction, { jobId: job.jobId, limit: itemsAtOnce })
      const changed = itemIds.length === 0 ? 0 : await step(transaction, { job, itemIds })
      const advance = { ...lease, leaseMs: jobLeaseMs, step: { done: itemIds.length, changed } }
      const answer = await advanceJob(transaction, advance)
      // Rolls the step back: the process that has the job takes the same items.
      if (answer === 'lost') throw new JobInterrupted('another process has the job')
      return { verdict: answer, isEnd: itemIds.length < itemsAtOnce }
    })
    if (isEnd) return { state: 'done' }
    if (verdict === 'stop') return { state: 'stopped' }
  }
}
