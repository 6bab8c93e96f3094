import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** Runs `work` in a transaction. Returns its result, and how many pages of a table and of its indexes it looked at. */
export async function countBlocksRead<Result>(
  database: Database,
  table: string,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<{ result: Result; blocks: number }> {
  return database.transaction().execute(async (transaction) => {
    const before = await blocksRead(transaction, table)
    const result = await work(transaction)
    return { result, blocks: (await blocksRead(transaction, table)) - before }
  })
}

async function blocksRead(transaction: DatabaseTransaction, table: string): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_xact_blocks_fetched(oid))::float8 as blocks from (
      select ${table}::regclass as oid
      union all select indexrelid from pg_index where indrelid = ${table}::regclass
    ) relations`.execute(transaction)
  return rows[0]?.blocks ?? Number.NaN
}
