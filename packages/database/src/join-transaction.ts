import type { Database, DatabaseTransaction } from './database.ts'

/** Runs `work` in the transaction that is given, or else in one of its own. */
export function joinTransaction<Result>(
  database: Database | DatabaseTransaction,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  // The cast: what says that it is a transaction is one.
  if (database.isTransaction) return work(database as DatabaseTransaction)
  return database.transaction().execute(work)
}
