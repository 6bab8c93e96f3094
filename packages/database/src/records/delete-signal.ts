import {
  type EventKey,
  type Instant,
  momentAfter,
  readEvent,
  type SignalRegisters,
  type SignalState,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import { mergeContributions } from './merge-contributions.ts'

type Stored = { state: SignalState | null; registers: SignalRegisters | null }

/**
 * Deletes a signal as a `signal.deleted` event of the service itself would, dated after everything that is stored
 * of it; a signal of which nothing was said yet gets its tombstone too. Answers when it was deleted.
 */
export async function deleteSignal(
  database: Database,
  { orgId, signalId, nowMs }: { orgId: string; signalId: string; nowMs: number },
): Promise<Instant> {
  return database.transaction().execute(async (transaction) => {
    const stored = await lockSignal(transaction, orgId, signalId)
    const occurredAt = momentAfter(nowMs, latestKey(stored))
    const event = {
      id: createId('svc_', nowMs),
      type: 'signal.deleted',
      occurredAt,
      orgId,
      data: { signalId },
    }
    const reading = readEvent(event, { orgId, sourceId: '', receivedAtMs: Date.parse(occurredAt) })
    if (reading.verdict !== 'valid') throw new Error('A deletion of our own is not a valid event.')
    const contributions = reading.contributions.map((contribution) => ({ ...contribution, orgId }))
    await mergeContributions(transaction, contributions, { nowMs })
    return occurredAt
  })
}

/** Whether anything was ever said of a signal, its deletion included. */
export async function isSignalKnown(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from signals where org_id = ${orgId} and signal_id = ${signalId})
        or exists (select from signal_registers where org_id = ${orgId} and signal_id = ${signalId}) as known`.execute(
    database,
  )
  return rows[0]?.known === true
}

async function lockSignal(
  transaction: DatabaseTransaction,
  orgId: string,
  signalId: string,
): Promise<Stored> {
  const signals = await sql<{ state: SignalState }>`
    select state from signals where org_id = ${orgId} and signal_id = ${signalId} for update`.execute(
    transaction,
  )
  const registers = await sql<{ state: SignalRegisters }>`
    select state from signal_registers where org_id = ${orgId} and signal_id = ${signalId} for update`.execute(
    transaction,
  )
  return { state: signals.rows[0]?.state ?? null, registers: registers.rows[0]?.state ?? null }
}

function latestKey({ state, registers }: Stored): EventKey | undefined {
  const said = [
    state?.last,
    registers?.assignedTo,
    registers?.feedback,
    ...(registers?.readAt ?? []),
    ...(registers?.alertedAt ?? []),
  ]
  const keys = [...said.map((one) => one?.key), registers?.deletedBy].filter((key) => key != null)
  return keys.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
}
