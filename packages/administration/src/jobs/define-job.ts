import type { DatabaseTransaction } from '@signalpost/database'
import type { Job, JobProgress } from '@signalpost/database/acts'
import type { ActServices } from '../define-act.ts'

/** Work on things whose ids were fixed when the job was created, some hundred in each transaction. */
export type ItemWork = {
  /** Acts on some items. Returns how many of them it changed. Commits together with the job's progress. */
  step: (transaction: DatabaseTransaction, work: { job: Job; itemIds: readonly string[] }) => Promise<number>
}

/** Work in one piece. After a crash it runs again, and finds its last checkpoint in `job.checkpoint`. */
export type WholeWork<Services> = {
  /**
   * Returns what the job found. Ends early, throwing, once `signal` is aborted. Throws RejectedError or JobFailure to
   * fail with a message for people, JobInterrupted to be run again.
   */
  run: (services: Services, work: WholeJob) => Promise<unknown>
}

type WholeJob = {
  job: Job
  signal: AbortSignal
  /** Replaces the progress, which is stored twice a second. */
  onProgress: (progress: JobProgress) => void
}

/** What a worker does to carry out the jobs of one act. */
export type JobWork<Services = ActServices> = { act: string } & (ItemWork | WholeWork<Services>)
