import type { Database, DatabaseTransaction } from '@signalpost/database'
import { outOfTime, withinDeadline } from '../within-deadline.ts'

/**
 * Commits the work by `endsAtMs` on `performance.now()`, or rolls it back. Only a commit in progress at that moment can
 * still succeed after the caller got the TransientError.
 */
export function commitWithin<T>(
  database: Database,
  endsAtMs: number,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const committing = database.transaction().execute(async (transaction) => {
    const result = await work(transaction)
    if (performance.now() >= endsAtMs) throw outOfTime()
    return result
  })
  return withinDeadline(committing, endsAtMs)
}
