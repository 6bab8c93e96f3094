import type { Signal } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** A change of a stored record, with the record right after it. */
export type PendingChange = {
  pendingChangeId: string
  orgId: string
  record: string
  recordId: string
  change: string
  detail: { register: string; from: unknown; to: unknown } | null
  /** The record after the change; null for a register and for a deletion. */
  document: Record<string, unknown> | null
  /** For a signal, without registers. */
  documentBefore: Signal | null
  isAlertedElsewhere: boolean
  /** When a signal was first stored. */
  storedAt: Date | null
  /** The time of the event that caused it. */
  causedAt: Date
  changedAt: Date
  /** Names the span that made the change; null if that was not traced. */
  traceparent: string | null
}

/**
 * Claims changes that no other worker is evaluating, the oldest first; the transaction's commit deletes them. Claims
 * rows instead of following a cursor, so a change that commits late is not missed.
 */
export async function claimPendingChanges(
  transaction: DatabaseTransaction,
  limit: number,
): Promise<PendingChange[]> {
  const { rows } = await sql<PendingChange>`
    delete from pending_changes
    where pending_change_id = any(array(
      select pending_change_id from pending_changes where error is null
      order by pending_change_id limit ${limit} for update skip locked
    ))
    returning ${columns}`.execute(transaction)
  return rows.sort((a, b) => Number(BigInt(a.pendingChangeId) - BigInt(b.pendingChangeId)))
}

/** Sets aside a change that cannot be evaluated, with its error, for a person to examine. */
export async function setChangeAside(
  database: Database,
  { pendingChangeId, error }: { pendingChangeId: string; error: string },
): Promise<void> {
  await database
    .updateTable('pending_changes')
    .set({ error })
    .where('pending_change_id', '=', pendingChangeId)
    .execute()
}

const columns: RawBuilder<unknown> = sql`
  pending_change_id as "pendingChangeId", org_id as "orgId", record, record_id as "recordId", change, detail, document,
  document_before as "documentBefore", alerted_elsewhere as "isAlertedElsewhere", stored_at as "storedAt",
  caused_at as "causedAt", changed_at as "changedAt", traceparent`
