import type { Signal } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { writeEvents } from '../write-events.ts'
import { findSignal } from './read-signals.ts'

type Assignment = {
  orgId: string
  signalId: string
  /** Null to unassign. */
  userId: string | null
  /** Who assigns it. */
  by: string
  nowMs: number
}

/**
 * Assigns a signal. Returns it afterwards; undefined if there is none. Assigning it to its present assignee keeps the
 * first time and assigner.
 */
export async function assignSignal(
  transaction: DatabaseTransaction,
  { orgId, signalId, userId, by, nowMs }: Assignment,
): Promise<Signal | undefined> {
  await sql`
    select from signals where org_id = ${orgId} and signal_id = ${signalId} for update`.execute(transaction)
  const signal = await findSignal(transaction, { orgId, signalId })
  if (signal === undefined || (signal.assignedTo?.userId ?? null) === userId) return signal
  const event = {
    orgId,
    idPrefix: 'api_' as const,
    type: 'signal.assigned',
    dataAt: (at: string) => ({ signalId, assignedTo: userId === null ? null : { userId, at, by } }),
  }
  await writeEvents(transaction, [event], { nowMs })
  return findSignal(transaction, { orgId, signalId })
}
