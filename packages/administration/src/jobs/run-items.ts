import { advanceJob, type JobEnding, type JobLease, takeJobItems } from '@signalpost/database/acts'
import type { ActServices } from '../define-act.ts'
import type { ItemWork } from './define-job.ts'
import { JobInterrupted } from './job-errors.ts'
import { jobLeaseMs } from './job-lease.ts'

// Fewer would cost more in transactions than they save in time until a stop.
const fewestItems = 100
const mostItems = 500
const stepMs = 200

/**
 * Acts on the items of a job, step by step, and commits each step with its progress. A step has 100 to 500 items,
 * as many as take about 200 ms, so a job stops soon also on a busy machine. Throws JobInterrupted.
 */
export async function runItems(
  { database }: Pick<ActServices, 'database'>,
  { step }: ItemWork,
  { lease, signal }: { lease: JobLease; signal: AbortSignal },
): Promise<JobEnding> {
  for (let limit = fewestItems; ; ) {
    const startedMs = performance.now()
    if (signal.aborted) throw new JobInterrupted('the process stops')
    const { verdict, isEnd } = await database.transaction().execute(async (transaction) => {
      const { job } = lease
      const itemIds = await takeJobItems(transaction, { jobId: job.jobId, limit })
      const changed = itemIds.length === 0 ? 0 : await step(transaction, { job, itemIds })
      const advance = { ...lease, leaseMs: jobLeaseMs, step: { done: itemIds.length, changed } }
      const answer = await advanceJob(transaction, advance)
      // Rolls the step back: the process that has the job takes the same items.
      if (answer === 'lost') throw new JobInterrupted('another process has the job')
      return { verdict: answer, isEnd: itemIds.length < limit }
    })
    if (isEnd) return { state: 'done' }
    if (verdict === 'stop') return { state: 'stopped' }
    const fitting = Math.round((limit * stepMs) / (performance.now() - startedMs))
    limit = Math.min(Math.max(fitting, fewestItems), mostItems)
  }
}
