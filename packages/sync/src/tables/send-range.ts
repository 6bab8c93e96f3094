import { findRecords, type TimeRange } from '@signalpost/database/changes'
import type { WarehouseTable } from '@signalpost/domain'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { sendRows } from './send-rows.ts'

const rowsAtOnce = 5_000

/** A table, and the key after which its rows are still to be sent. */
export type SentUpTo = { table: string; key: string }

/**
 * Sends the rows of a table again whose time is in a range, in the order of their keys. Its cursor stays where it is.
 * `onSent` is called after each part. Throws WarehouseError and WorkInterrupted.
 */
export async function sendRange(
  work: WarehouseWork,
  {
    table,
    range,
    afterKey,
    onSent,
  }: {
    table: WarehouseTable
    range: TimeRange
    afterKey?: string | undefined
    onSent: (sent: { rows: number; rejected: number }, upTo: SentUpTo) => void
  },
): Promise<void> {
  const { database, lease, target, limits, tally, signal } = work
  const cursor = await target.readCursor(table)
  if (cursor === undefined || cursor.version !== table.version) return
  const limit = Math.min(rowsAtOnce, limits.rows)
  for (let after = afterKey ?? ''; ; ) {
    throwIfInterrupted(signal)
    const { keys, nextAfter } = await findRecords(database, {
      ...{ orgId: lease.orgId, table, range, afterKey: after, limit },
    })
    const sent = keys.length === 0 ? { rows: 0, rejected: 0 } : await sendRows(work, { table, keys, cursor })
    tally.rows += sent.rows
    tally.rejected += sent.rejected
    onSent(sent, { table: table.name, key: nextAfter ?? keys.at(-1) ?? after })
    if (nextAfter === undefined) return
    after = nextAfter
  }
}
