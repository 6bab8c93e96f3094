import type { Job, JobProgress } from '@signalpost/database/acts'
import { warehouseTables } from '@signalpost/domain'
import type { SyncProgress } from '@signalpost/sync'

/** Turns rows of tables into the progress of a job. */
export type RowProgress = {
  /** Reports how far a table is. The tables before it count as done. */
  add: (reached: SyncProgress, also?: Partial<Pick<JobProgress, 'changed' | 'checkpoint'>>) => void
  /** Reports that all rows are done. */
  finish: (changed: number) => void
}

type Options = {
  job: Pick<Job, 'done' | 'changed' | 'total'>
  /** How many rows of each table the job handles. */
  rows: Readonly<Record<string, number>>
  onProgress: (progress: JobProgress) => void
}

/** Creates the progress of a job from `rows`, the number of rows in each table. It never goes back, even if the job restarts. */
export function createRowProgress({ job, rows, onProgress }: Options): RowProgress {
  const { total } = job
  const names = warehouseTables.map(({ name }) => name)
  let { done, changed } = job
  let checkpoint: unknown
  return {
    add: ({ table, remaining }, also = {}) => {
      const before = names.slice(0, names.indexOf(table)).reduce((sum, name) => sum + (rows[name] ?? 0), 0)
      const inTable = Math.max(0, (rows[table] ?? 0) - remaining)
      done = Math.max(done, before + inTable)
      changed = also.changed ?? changed
      checkpoint = also.checkpoint ?? checkpoint
      onProgress({ done, total, changed, checkpoint })
    },
    finish: (changedInAll) => onProgress({ done: total ?? done, total, changed: changedInAll, checkpoint }),
  }
}
