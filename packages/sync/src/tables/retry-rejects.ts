import { listDueRejects, postponeRejects } from '@signalpost/database/warehouses'
import { retryDelayMs, retryPolicies, type WarehouseTable } from '@signalpost/domain'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { sendRows } from './send-rows.ts'
import { mostRejectsInARow } from './take-batches.ts'

export type RetriedRows = {
  /** Rows that the warehouse took this time. */
  recovered: number
  /** Rows that it refused again. */
  rejected: number
  batches: number
}

const listedAtOnce = 1_000

/**
 * Sends refused rows of a table again, up to position `upTo`: those that are due, or with `all` every one. Sends each row
 * as it is now, and moves no cursor. After 26 refusals in a row, postpones the rest of those that are due by a minute, so
 * that a warehouse that refuses everything is asked for only a few.
 *
 * @throws WarehouseError, WorkInterrupted
 */
export async function retryRejects(
  work: WarehouseWork,
  { table, upTo, all }: { table: WarehouseTable; upTo: bigint; all: boolean },
): Promise<RetriedRows> {
  const { database, lease } = work
  const { warehouseId, orgId } = lease
  const retried: RetriedRows = { recovered: 0, rejected: 0, batches: 0 }
  for (;;) {
    const due = await listDueRejects(database, {
      ...{ warehouseId, orgId, table: table.name, upTo },
      ...{ limit: listedAtOnce, all },
    })
    if (due.length === 0) return retried
    const some = await sendRows(work, {
      ...{ table, keys: due.map(({ key }) => key), rewritesEqual: false },
      cursor: { position: upTo, history: (await work.target.readCursor(table))?.history },
      attemptsAt: new Map(due.map(({ position, attempts }) => [position, attempts])),
      ...(!all && { mostRejectsInARow }),
    })
    work.tally.rows += some.rows
    retried.recovered += some.rows
    retried.rejected += some.rejected
    retried.batches += some.batches
    // Rows that changed meanwhile come with the next sync.
    if (some.batches + some.rejected === 0) return retried
    if (some.isHopeless) {
      await postponeRejects(database, {
        warehouseId,
        table: table.name,
        retryMs: retryDelayMs(retryPolicies.refusedRow, 1),
      })
      return retried
    }
  }
}
