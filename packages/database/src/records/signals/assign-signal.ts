import type { Signal } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { writeEvents } from '../write-events.ts'
import { findSignal } from './read-signals.ts'

type Assignment = {
  orgId: string
  signalId: string
  /** Null for no one. */
  userId: string | null
  /** The user who assigns it. */
  by: string
  nowMs: number
}

export type AssignedSignal = {
  /** Whom it was assigned to before; null for no one. */
  before: string | null
  signal: Signal
}

/**
 * Assigns a signal. A user who has it already keeps the moment and the assigner of the first time. Undefined where there
 * is no such signal.
 */
export async function assignSignal(
  transaction: DatabaseTransaction,
  { orgId, signalId, userId, by, nowMs }: Assignment,
): Promise<AssignedSignal | undefined> {
  await sql`
    select from signals where org_id = ${orgId} and signal_id = ${signalId} for update`.execute(transaction)
  const signal = await findSignal(transaction, { orgId, signalId })
  if (signal === undefined) return undefined
  const before = signal.assignedTo?.userId ?? null
  if (before === userId) return { before, signal }
  const event = {
    orgId,
    idPrefix: 'api_' as const,
    type: 'signal.assigned',
    dataAt: (at: string) => ({ signalId, assignedTo: userId === null ? null : { userId, at, by } }),
  }
  await writeEvents(transaction, [event], { nowMs })
  const assigned = await findSignal(transaction, { orgId, signalId })
  return assigned && { before, signal: assigned }
}
