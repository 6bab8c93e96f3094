import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Measures how far this process's clock is ahead of the database's, in milliseconds; the error is up to half the round
 * trip.
 */
export async function measureClockSkewMs(database: Database): Promise<number> {
  const sentMs = Date.now()
  const { rows } = await sql<{ nowMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`.execute(database)
  const receivedMs = Date.now()
  return (sentMs + receivedMs) / 2 - (rows[0]?.nowMs ?? receivedMs)
}
