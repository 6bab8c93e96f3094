import type { Database, DatabaseTransaction } from './database.ts'

/** Runs `work` in the given transaction, or else in a new one. */
export function joinTransaction<Result>(
  database: Database | DatabaseTransaction,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  // The cast: a Kysely that says so is a transaction.
  if (database.isTransaction) return work(database as DatabaseTransaction)
  return database.transaction().execute(work)
}
