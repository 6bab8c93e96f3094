import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** Runs `work` in a transaction. Returns its result, and how many rows of tables whose names begin so it read. */
export async function countRowsRead<Result>(
  database: Database,
  beginning: string,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<{ result: Result; read: number }> {
  return database.transaction().execute(async (transaction) => {
    const before = await rowsRead(transaction, beginning)
    const result = await work(transaction)
    return { result, read: (await rowsRead(transaction, beginning)) - before }
  })
}

async function rowsRead(transaction: DatabaseTransaction, beginning: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as read
    from pg_stat_xact_user_tables where starts_with(relname, ${beginning})`.execute(transaction)
  return rows[0]?.read ?? Number.NaN
}
