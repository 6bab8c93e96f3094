import { deleteRejects, rejectRow } from '@signalpost/database/warehouses'
import { retryDelayMs, retryPolicies, type WarehouseTable } from '@signalpost/domain'
import type { Cursor } from '@signalpost/warehouses'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { readBatches } from './read-batches.ts'
import { takeBatch } from './take-batch.ts'

type Sending = {
  table: WarehouseTable
  keys: readonly string[]
  /** Rows that changed after its position are left to the next sync. */
  cursor: Pick<Cursor, 'position' | 'history'>
  /** Whether also rows of an equal version are written over. */
  rewritesEqual?: boolean
  /** How often rows were refused before, by their positions. */
  attemptsAt?: ReadonlyMap<bigint, number>
  /** After more refusals in a row, the rest is not sent. */
  mostRejectsInARow?: number
}

export type SentRows = { rows: number; batches: number; rejected: number; isHopeless: boolean }

/**
 * Sends the rows with these keys, as they are now, and moves no cursor. Sets refused rows aside. Returns how many were
 * taken and refused.
 *
 * @throws WarehouseError, WorkInterrupted
 */
export async function sendRows(
  work: WarehouseWork,
  {
    table,
    keys,
    cursor: { position: goal, history },
    rewritesEqual = true,
    attemptsAt,
    mostRejectsInARow = Infinity,
  }: Sending,
): Promise<SentRows> {
  const { warehouseId, orgId } = work.lease
  const owner = { warehouseId, orgId, table: table.name }
  const rewriteUntil = rewritesEqual ? goal : 0n
  const batches = readBatches(work, { table, from: 0n, goal, rewriteUntil, keys, history })
  const sent = { rows: 0, batches: 0, rejected: 0, isHopeless: false }
  let rejectsInARow = 0
  try {
    for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
      throwIfInterrupted(work.signal)
      const { from, to, rows } = batch
      // A stretch of no length moves no cursor, not even one that was set back meanwhile.
      const refusal = rows > 0 ? await takeBatch(work, { ...batch, from: to }) : undefined
      if (refusal === undefined) {
        await deleteRejects(work.database, { ...owner, from, to, keys })
        sent.rows += rows
        sent.batches += 1
        rejectsInARow = 0
      } else {
        if (await batches.halve()) continue
        const attempts = (attemptsAt?.get(to) ?? 0) + 1
        const retryMs = retryDelayMs(retryPolicies.refusedRow, attempts)
        await rejectRow(work.database, { ...owner, position: to, reason: refusal.message, attempts, retryMs })
        sent.rejected += 1
        rejectsInARow += 1
        if (rejectsInARow > mostRejectsInARow) return { ...sent, isHopeless: true }
      }
      await batches.advance()
    }
    return sent
  } finally {
    await batches.close()
  }
}
