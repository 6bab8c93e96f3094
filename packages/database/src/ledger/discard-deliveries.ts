import { sql } from 'kysely'
import { captureEvents, isCaptured } from '../changes/ledger-events/capture-events.ts'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'

/** The statuses of deliveries that can be discarded. */
export const discardable = ['dead', 'queued'] as const

/**
 * Discards dead and queued deliveries: they become ignored, and can be replayed while the ledger keeps them. Leaves
 * others unchanged. Returns how many were discarded.
 */
export async function discardDeliveries(database: Database, ids: readonly string[]): Promise<number> {
  return joinTransaction(database, async (transaction) => {
    const { rows } = await sql<{ deliveryId: string; isCaptured: boolean }>`
      update deliveries
      set status = 'ignored', error = 'discarded by an operator', settled_at = now()
      where delivery_id = any(${[...ids]}) and status = any(${[...discardable]})
      returning delivery_id as "deliveryId", ${isCaptured('org_id')} as "isCaptured"`.execute(transaction)
    const captured = rows.filter((row) => row.isCaptured)
    await captureEvents(
      transaction,
      captured.map(({ deliveryId }) => deliveryId),
    )
    return rows.length
  })
}
