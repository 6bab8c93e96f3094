import type { Issue } from '@signalpost/domain'
import { sql } from 'kysely'
import { captureEvents, isCaptured } from '../changes/ledger-events/capture-events.ts'
import type { Database, DatabaseTransaction } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import type { DeliveryStatus } from '../tables.ts'

export type Settlement = {
  deliveryId: string
  status: Exclude<DeliveryStatus, 'queued'>
  error?: string
  issues?: Issue[]
  /** The record that the event is about. Without it, what was known before stays. */
  recordId?: string | undefined
}

/** Records the outcome of claimed deliveries; each counts as one more attempt. */
export async function settleDeliveries(
  transaction: DatabaseTransaction,
  settlements: Settlement[],
  nowMs: number,
): Promise<void> {
  const ids = settlements.map((settlement) => settlement.deliveryId)
  const [lowest, highest] = [ids.reduce(lesser), ids.reduce(greater)]
  const { rows: captured } = await sql<{ deliveryId: string }>`
    with settled as (
    update deliveries d
    set status = s.status, attempts = d.attempts + 1, settled_at = ${new Date(nowMs)}, error = s.error,
        issues = s.issues::jsonb, record_id = coalesce(s.record_id, d.record_id)
    from unnest(
      ${ids}::text[],
      ${settlements.map((settlement) => settlement.status)}::text[],
      ${settlements.map((settlement) => settlement.error ?? null)}::text[],
      ${settlements.map((settlement) => (settlement.issues ? JSON.stringify(settlement.issues) : null))}::text[],
      ${settlements.map((settlement) => settlement.recordId ?? null)}::text[]
    ) as s (delivery_id, status, error, issues, record_id)
    where d.delivery_id = s.delivery_id and d.delivery_id >= ${lowest} and d.delivery_id <= ${highest}
    returning d.delivery_id, d.org_id
    )
    select delivery_id as "deliveryId" from settled where ${isCaptured('org_id')}`.execute(transaction)
  await captureEvents(
    transaction,
    captured.map(({ deliveryId }) => deliveryId),
  )
}

/** Postpones a failed delivery by `delayMs`, or makes it a dead letter if `isLast`; counts as one more attempt. */
export async function postponeDelivery(
  database: Database,
  failure: {
    deliveryId: string
    error: string
    delayMs: number
    isLast: boolean
    recordId?: string | undefined
  },
): Promise<void> {
  await joinTransaction(database, async (transaction) => {
    const postponed = await transaction
      .updateTable('deliveries')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        error: failure.error,
        due_at: sql<Date>`now() + ${failure.delayMs} * interval '1 millisecond'`,
        ...(failure.recordId !== undefined && { record_id: failure.recordId }),
        ...(failure.isLast && { status: 'dead' as const, settled_at: sql<Date>`now()` }),
      }))
      .where('delivery_id', '=', failure.deliveryId)
      .where('status', '=', 'queued')
      .returning(isCaptured('org_id').as('isCaptured'))
      .executeTakeFirst()
    if (failure.isLast && postponed?.isCaptured) await captureEvents(transaction, [failure.deliveryId])
  })
}

const lesser = (a: string, b: string): string => (a < b ? a : b)
const greater = (a: string, b: string): string => (a > b ? a : b)
