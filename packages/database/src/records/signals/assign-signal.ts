import type { Signal } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { writeEvents } from '../write-events.ts'
import { findSignal } from './read-signals.ts'

type Assignment = {
  orgId: string
  signalId: string
  /** Null for nobody. */
  userId: string | null
  /** Who says so. */
  by: string
  nowMs: number
}

/**
 * Assigns a signal, and answers it as it is then; undefined when there is none. Who has it already keeps the moment
 * and the assigner of the first time.
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
