import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How far the clock of this process is ahead of the database's, in milliseconds; half the round trip is its error. */
export async function measureClockSkewMs(database: Database): Promise<number> {
  const sentMs = Date.now()
  const { rows } = await sql<{ nowMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`.execute(database)
  const receivedMs = Date.now()
  return (sentMs + receivedMs) / 2 - (rows[0]?.nowMs ?? receivedMs)
}
