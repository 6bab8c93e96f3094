import { dayMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What a PostgreSQL server reports about itself, as far as our guarantees depend on it. */
export type StoreInspection = {
  /** In the form of `server_version_num`: 150004 is 15.4. */
  versionNumber: number
  versionText: string
  /** The setting of our own connections. */
  synchronousCommit: string
  fsync: string
  fullPageWrites: string
}

export async function inspectStore(database: Database): Promise<StoreInspection> {
  const { rows } = await sql<StoreInspection>`
    select current_setting('server_version_num')::integer as "versionNumber",
           current_setting('server_version') as "versionText",
           current_setting('synchronous_commit') as "synchronousCommit",
           current_setting('fsync') as fsync,
           current_setting('full_page_writes') as "fullPageWrites"`.execute(database)
  const [inspection] = rows
  if (inspection === undefined) throw new Error('The database answered without a row.')
  return inspection
}

/** Returns the days from today on, `days` in all, for which a partitioned table has no partition. */
export async function findDaysWithoutPartitions(
  database: Database,
  { nowMs, days }: { nowMs: number; days: number },
): Promise<string[]> {
  // The names are those that createPartitions uses.
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day
    from generate_series(0, ${days - 1}::integer) as n,
         lateral (select date_trunc('day', ${new Date(nowMs)}::timestamptz, 'UTC') at time zone 'UTC' + n * interval '1 day' as day) as d
    where exists (
      select from unnest(array['requests', 'deliveries']) as t (name)
      where to_regclass(name || to_char(day, '"_"YYYYMMDD')) is null
    )
    order by day`.execute(database)
  return rows.map((row) => row.day)
}

/** Returns for how many days, from today on and at most `most`, the ledger has its partitions. */
export async function countPartitionDays(
  database: Database,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<number> {
  const [missing] = await findDaysWithoutPartitions(database, { nowMs, days: most })
  if (missing === undefined) return most
  return Math.round((Date.parse(missing) - Math.floor(nowMs / dayMs) * dayMs) / dayMs)
}
