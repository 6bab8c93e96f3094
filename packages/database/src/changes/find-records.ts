import type { Instant, WarehouseTable } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import { projectRecords } from './project-records.ts'
import { readsInOrder, recordsInOrder } from './spool-by-key.ts'
import { storedRecordsOf } from './stored-records.ts'

/** A range by the time that the table declares: `from` is in it, `to` is not. */
export type TimeRange = { from?: Instant | undefined; to?: Instant | undefined }

export type FoundRecords = {
  keys: string[]
  /** How many bytes they take as text, about. */
  bytes: number
  /** The key after which the next page begins; undefined after the last page. */
  nextAfter: string | undefined
}

type Page = {
  orgId: string
  table: WarehouseTable
  /** By default, all. A deleted record has no time, and is in no range. */
  range?: TimeRange | undefined
  afterKey?: string | undefined
  /** How many records are read. Those that are not in the range are left out. */
  limit: number
}

/** Reads a table of a workspace in the order of its keys, page by page. */
export async function findRecords(
  database: Database,
  { orgId, table, range = {}, afterKey, limit }: Page,
): Promise<FoundRecords> {
  const { timeColumn, key: keyColumn } = table
  const stored = recordsInOrder({ orgId, afterKey, limitRows: limit }, storedRecordsOf(table))
  const rows = projectRecords(table, storedRecordsOf(table), {
    stored,
    excludesPersonal: false,
    raisedBy: 0n,
  })
  const key = sql`${sql.ref(keyColumn)} collate "C"`
  // As in a batch, instants are texts of one length.
  const time = sql`${sql.ref(timeColumn ?? keyColumn)} collate "C"`
  const isWithin = sql`(${range.from === undefined ? sql`true` : sql`${time} >= ${range.from}`}
    and ${range.to === undefined ? sql`true` : sql`${time} < ${range.to}`})`
  return joinTransaction(database, async (transaction) => {
    for (const way of readsInOrder) await sql`set local ${sql.raw(way)}`.execute(transaction)
    const { rows: found } = await sql<{ keys: string[]; bytes: number; read: number; last: string | null }>`
      with page as materialized (${sql.raw(rows)})
      select coalesce(array_agg(${key} order by ${key}) filter (where ${isWithin}), '{}') as keys,
        coalesce(sum(octet_length(page::text)) filter (where ${isWithin}), 0)::float8 as bytes,
        count(*)::float8 as read, max(${key}) as last
      from page`.execute(transaction)
    const { keys = [], bytes = 0, read = 0, last = null } = found[0] ?? {}
    return { keys, bytes, nextAfter: read < limit ? undefined : (last ?? undefined) }
  })
}
