import { isStoreFault } from '@signalpost/database'
import {
  advanceJob,
  endJob,
  type JobEnding,
  type JobLease,
  postponeJob,
  reportJobProgress,
  takeJobItems,
} from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import type { ActServices } from '../define-act.ts'
import type { ItemWork, JobWork, WholeWork } from './define-job.ts'

/** How long a process that died keeps a job from the others. */
export const jobLeaseMs = 15_000

const itemsAtOnce = 500
const reportIntervalMs = 1_000
const retryMs = 5_000

type Run<Services> = {
  lease: JobLease
  works: readonly JobWork<Services>[]
  /** Aborted when this process stops: the job waits for another one. */
  signal: AbortSignal
}

/** The job cannot go on here: it belongs to another process by now, or this one stops. */
class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted'
}

/**
 * Runs a leased job to its end, until someone stops it, or until `signal` is aborted. A fault of the store leaves it to
 * be tried again. Returns what went wrong on our side, for the log.
 */
export async function runJob<Services extends ActServices>(
  services: Services,
  { lease, works, signal }: Run<Services>,
): Promise<unknown> {
  const { database } = services
  const work = works.find(({ act }) => act === lease.job.act)
  try {
    if (work === undefined) throw new Error(`There is no work for jobs of the act ${lease.job.act}.`)
    const running = { lease, signal }
    const ending =
      'step' in work ? await runItems(services, work, running) : await runWhole(services, work, running)
    await endJob(database, { ...lease, ending })
    return undefined
  } catch (error) {
    if (error instanceof JobInterrupted || signal.aborted) {
      await postponeJob(database, { ...lease, retryMs: 0 })
      return undefined
    }
    // A refusal may have a fault of some other store as its cause.
    if (!(error instanceof RejectedError) && isStoreFault(error)) {
      // The lease ends by itself where the store is away for this statement too.
      await postponeJob(database, { ...lease, retryMs })
      return error
    }
    const isRefused = error instanceof RejectedError
    await endJob(database, {
      ...lease,
      ending: {
        state: 'failed',
        error: isRefused ? error.message : 'An unexpected error ended the job; see the log.',
      },
    })
    return isRefused ? undefined : error
  }
}

type Running = { lease: JobLease; signal: AbortSignal }

async function runItems(
  { database }: ActServices,
  { step }: ItemWork,
  { lease, signal }: Running,
): Promise<JobEnding> {
  for (;;) {
    if (signal.aborted) throw new JobInterrupted('the process stops')
    const answer = await database.transaction().execute(async (transaction) => {
      const { job } = lease
      const itemIds = await takeJobItems(transaction, { jobId: job.jobId, limit: itemsAtOnce })
      const changed = itemIds.length === 0 ? 0 : await step(transaction, { job, itemIds })
      const advance = { ...lease, leaseMs: jobLeaseMs, step: { done: itemIds.length, changed } }
      const verdict = await advanceJob(transaction, advance)
      // Rolls the step back: the process that has the job now takes the same items.
      if (verdict === 'lost') throw new JobInterrupted('another process has the job')
      return { verdict, isEnd: itemIds.length < itemsAtOnce }
    })
    if (answer.isEnd) return { state: 'done' }
    if (answer.verdict === 'stop') return { state: 'stopped' }
  }
}

async function runWhole<Services extends ActServices>(
  services: Services,
  { run }: WholeWork<Services>,
  { lease, signal }: Running,
): Promise<JobEnding> {
  const ending = new AbortController()
  let progress: { done: number; total: number | null } = { done: 0, total: null }
  let isStopped = false
  const report = async (): Promise<void> => {
    const verdict = await reportJobProgress(services.database, { ...lease, leaseMs: jobLeaseMs, ...progress })
    isStopped ||= verdict === 'stop'
    if (verdict !== 'continue') ending.abort()
  }
  const reporting = setInterval(() => {
    // A report that fails is made up for by the next one; the lease outlasts several.
    report().catch(() => undefined)
  }, reportIntervalMs)
  try {
    const result = await run(services, {
      job: lease.job,
      signal: AbortSignal.any([signal, ending.signal]),
      onProgress: (reached) => {
        progress = reached
      },
    })
    await report()
    return { state: 'done', result }
  } catch (error) {
    if (isStopped) return { state: 'stopped' }
    if (ending.signal.aborted) throw new JobInterrupted('another process has the job', { cause: error })
    throw error
  } finally {
    clearInterval(reporting)
  }
}
