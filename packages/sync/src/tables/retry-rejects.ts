import {
  type DueReject,
  deleteRejects,
  listDueRejects,
  postponeRejects,
  rejectRow,
} from '@signalpost/database/warehouses'
import { retryDelayMs, retryPolicies, type WarehouseTable } from '@signalpost/domain'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { readBatches } from './read-batches.ts'
import { takeBatch } from './take-batch.ts'
import { mostRejectsInARow } from './take-batches.ts'

export type RetriedRows = {
  /** Rows that the warehouse took this time. */
  recovered: number
  /** Rows that it refused again. */
  rejected: number
  batches: number
}

type Retry = { table: WarehouseTable; upTo: bigint; all: boolean }

const listedAtOnce = 1_000

/**
 * Sends refused rows of a table again, up to position `upTo`: those that are due, or with `all` every one. Sends each row
 * as it is now, and moves no cursor. After 26 refusals in a row, postpones the rest of those that are due by a minute, so
 * that a warehouse that refuses everything is asked for only a few.
 *
 * @throws WarehouseError, WorkInterrupted
 */
export async function retryRejects(work: WarehouseWork, { table, upTo, all }: Retry): Promise<RetriedRows> {
  const { database, lease } = work
  const { warehouseId, orgId } = lease
  const retried: RetriedRows = { recovered: 0, rejected: 0, batches: 0 }
  for (;;) {
    const due = await listDueRejects(database, {
      ...{ warehouseId, orgId, table: table.name, upTo },
      ...{ limit: listedAtOnce, all },
    })
    if (due.length === 0) return retried
    const some = await retrySome(work, { table, upTo, all }, due)
    retried.recovered += some.recovered
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

async function retrySome(
  work: WarehouseWork,
  { table, upTo, all }: Retry,
  due: readonly DueReject[],
): Promise<RetriedRows & { isHopeless: boolean }> {
  const { warehouseId, orgId } = work.lease
  const owner = { warehouseId, orgId, table: table.name }
  const keys = due.map(({ key }) => key)
  const attemptsAt = new Map(due.map(({ position, attempts }) => [position, attempts]))
  const retried = { recovered: 0, rejected: 0, batches: 0, isHopeless: false }
  const cursor = await work.target.readCursor(table)
  const history = cursor?.history
  const batches = readBatches(work, { table, from: 0n, goal: upTo, rewriteUntil: 0n, keys, history })
  let rejectsInARow = 0
  try {
    for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
      throwIfInterrupted(work.signal)
      const { from, to } = batch
      // A stretch of no length moves no cursor, not even one that was set back meanwhile.
      const refusal = batch.rows > 0 ? await takeBatch(work, { ...batch, from: to }) : undefined
      if (refusal === undefined) {
        await deleteRejects(work.database, { ...owner, from, to, keys })
        retried.recovered += batch.rows
        work.tally.rows += batch.rows
        retried.batches += 1
        rejectsInARow = 0
      } else {
        if (await batches.halve()) continue
        const attempts = (attemptsAt.get(to) ?? 0) + 1
        const retryMs = retryDelayMs(retryPolicies.refusedRow, attempts)
        const { message: reason } = refusal
        await rejectRow(work.database, { ...owner, position: to, reason, attempts, retryMs })
        retried.rejected += 1
        rejectsInARow += 1
        if (!all && rejectsInARow > mostRejectsInARow) return { ...retried, isHopeless: true }
      }
      await batches.advance()
    }
    return retried
  } finally {
    await batches.close()
  }
}
