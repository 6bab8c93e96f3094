import type { TimeRange } from '@signalpost/database/changes'
import type { WarehouseReference } from '@signalpost/database/warehouses'
import { chosenTables, type WarehouseTable } from '@signalpost/domain'
import { recordCursor } from '../history/record-cursor.ts'
import { leaseForPeople } from '../leases/lease-for-people.ts'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { type SyncDependencies, workOnWarehouse } from '../leases/work-on-warehouse.ts'
import { type SentUpTo, sendRange } from './send-range.ts'
import { type SyncedTables, syncTables } from './sync-tables.ts'
import type { PeopleOptions } from './sync-warehouse.ts'

/** What is sent again. */
export type BackfillScope = {
  /** The names of the tables; null for all of the warehouse. */
  tables: readonly string[] | null
  /** Only rows of this time, of tables that have one; null for all rows. */
  range: TimeRange | null
}

export type BackfillOptions = PeopleOptions & {
  scope?: BackfillScope
  /** Tables that an interrupted backfill began. They continue from their cursors. */
  begun?: readonly string[] | undefined
  /** Called with each table whose cursor was set back. */
  onBegun?: ((table: string) => void) | undefined
  /** Where an interrupted backfill of a range was. */
  sentUpTo?: SentUpTo | undefined
  /** Called after each part of a range, with what was sent of the table in this run. */
  onSent?: ((sent: { table: string; rows: number }, upTo: SentUpTo) => void) | undefined
}

type Backfilled = Pick<SyncedTables, 'rows' | 'rejected'>

const everything: BackfillScope = { tables: null, range: null }

/**
 * Sends rows again, over rows of the same or an older version. If a backfill of whole tables is interrupted, the next sync
 * finishes the table that it began; the tables after it are not begun.
 *
 * @throws what `syncWarehouse` throws
 */
export async function backfillWarehouse(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  { scope = everything, begun = [], onBegun, sentUpTo, onSent, ...options }: BackfillOptions = {},
): Promise<Backfilled> {
  const lease = await leaseForPeople(dependencies.database, warehouse, options)
  const only = scope.tables ?? undefined
  const { range } = scope
  const begin = async (
    work: WarehouseWork,
    { table, goal }: { table: WarehouseTable; goal: bigint },
  ): Promise<void> => {
    if (begun.includes(table.name)) return
    await rewind(work, { table, goal })
    onBegun?.(table.name)
  }
  return workOnWarehouse(
    dependencies,
    lease,
    (work) =>
      range === null
        ? syncTables(work, { only, begin })
        : sendRanges(work, { tables: tablesIn(scope, lease), range, sentUpTo, onSent }),
    { ...options, purpose: 'backfill' },
  )
}

/** The tables of a warehouse of which something is sent. */
export function tablesIn(
  { tables, range }: BackfillScope,
  warehouse: Parameters<typeof chosenTables>[0],
): readonly WarehouseTable[] {
  return chosenTables(warehouse).filter(
    ({ name, timeColumn }) =>
      (tables?.includes(name) ?? true) && (range === null || timeColumn !== undefined),
  )
}

type Ranges = Pick<BackfillOptions, 'sentUpTo' | 'onSent'> & {
  tables: readonly WarehouseTable[]
  range: TimeRange
}

/** Brings the tables up to date first, so that each has a cursor and no row is older than what is sent. */
async function sendRanges(
  work: WarehouseWork,
  { tables, range, sentUpTo, onSent }: Ranges,
): Promise<Backfilled> {
  const names = tables.map(({ name }) => name)
  const { rejected } = await syncTables({ ...work, onProgress: undefined }, { only: names })
  const all: Backfilled = { rows: {}, rejected }
  const first = sentUpTo === undefined ? 0 : Math.max(0, names.indexOf(sentUpTo.table))
  for (const table of tables.slice(first)) {
    const { name } = table
    all.rows[name] = 0
    await sendRange(work, {
      ...{ table, range },
      ...(sentUpTo?.table === name && { afterKey: sentUpTo.key }),
      onSent: (sent, upTo) => {
        const rows = (all.rows[name] ?? 0) + sent.rows
        all.rows[name] = rows
        all.rejected += sent.rejected
        onSent?.({ table: name, rows }, upTo)
      },
    })
  }
  return all
}

/** Sets a table's cursor back to position 0, so that rows up to `goal` are written over equal ones. */
async function rewind(
  work: WarehouseWork,
  { table, goal }: { table: WarehouseTable; goal: bigint },
): Promise<void> {
  const { target } = work
  const cursor = await target.readCursor(table)
  // A newer version of the product syncs the table.
  if (cursor !== undefined && cursor.version > table.version) return
  await target.prepare(table)
  await target.mend?.(table)
  // First: after a crash, the next sync opens a warehouse whose cursor copy is behind.
  await recordCursor(work, table, { position: 0n })
  // The history stays, for the sync that follows to judge.
  const { history } = cursor ?? {}
  await target.writeCursor(table, { position: 0n, rewriteUntil: goal, version: table.version, history })
}
