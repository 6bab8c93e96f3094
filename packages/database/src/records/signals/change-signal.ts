import type { Instant, Signal } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { writeEvents } from '../write-events.ts'
import { findSignal } from './read-signals.ts'

/** The event that changes a signal, and its data for the time at which it is dated. */
type SignalEvent = { type: string; dataAt: (at: Instant) => Record<string, unknown> }

type Change = {
  orgId: string
  signalId: string
  nowMs: number
  /** Returns undefined where the signal already is as it should be. */
  eventFor: (signal: Signal) => SignalEvent | undefined
}

/** A signal before and after a change; both are the same where nothing changed. */
export type ChangedSignal = { before: Signal; signal: Signal }

/** Changes a locked signal by an event of our own. Undefined where there is no such signal. */
export async function changeSignal(
  transaction: DatabaseTransaction,
  { orgId, signalId, nowMs, eventFor }: Change,
): Promise<ChangedSignal | undefined> {
  await sql`
    select from signals where org_id = ${orgId} and signal_id = ${signalId} for update`.execute(transaction)
  const before = await findSignal(transaction, { orgId, signalId })
  if (before === undefined) return undefined
  const event = eventFor(before)
  if (event === undefined) return { before, signal: before }
  await writeEvents(transaction, [{ orgId, idPrefix: 'api_', ...event }], { nowMs })
  const signal = await findSignal(transaction, { orgId, signalId })
  return signal && { before, signal }
}
