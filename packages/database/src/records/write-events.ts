import {
  type EventKey,
  type Instant,
  instantOf,
  mergeStates,
  momentAfter,
  type RecordName,
  type RecordStates,
  readEvent,
  registerKeys,
} from '@signalpost/domain'
import type { DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import { lockStored } from './merge/lock-rows.ts'
import { mergeContributions } from './merge/merge-contributions.ts'
import type { OwnedContribution } from './merge/merged-record.ts'
import { type RecordKey, recordKey } from './merge/record-key.ts'
import { recordTables } from './merge/record-tables.ts'
import { visibleChanges } from './merge/visible-changes.ts'

/** A change by the product itself, written as an event: it has no source and is in no ledger. */
export type OwnEvent = {
  orgId: string
  /** The writer: a caller of the API, or the service itself. */
  idPrefix: 'api_' | 'svc_'
  type: string
  /** Returns the event's data for the time at which it is dated. */
  dataAt: (occurredAt: Instant) => Record<string, unknown>
}

type Options = {
  nowMs: number
  /** Also records a change that no reader sees: a tombstone blocks late events. */
  isUnseenRecorded?: boolean
}

type States = Map<string, RecordStates[RecordName]>

/**
 * Changes records by events of our own, each dated after everything stored about its records, so no older event undoes
 * it. Returns when each happened; undefined for one without a visible change, which is not recorded. Call it once in a
 * transaction, because it locks records in one global order.
 */
export async function writeEvents(
  transaction: DatabaseTransaction,
  events: readonly OwnEvent[],
  { nowMs, isUnseenRecorded = false }: Options,
): Promise<(Instant | undefined)[]> {
  const drafts = events.map((event) => {
    const id = createId(event.idPrefix, nowMs)
    return { event, id, touched: contributionsOf(event, id, instantOf(nowMs)) }
  })
  const stored = await lockStates(
    transaction,
    drafts.flatMap(({ touched }) => touched),
  )
  const written = drafts.map(({ event, id, touched }) => {
    const keys = touched.flatMap((contribution) => keysOf(contribution, stored))
    const occurredAt = momentAfter(nowMs, latestOf(keys))
    const contributions = contributionsOf(event, id, occurredAt)
    const isRecorded = isUnseenRecorded || contributions.some((one) => isSeen(one, stored))
    return isRecorded ? { occurredAt, contributions } : undefined
  })
  const contributions = written.flatMap((one) => one?.contributions ?? [])
  if (contributions.length > 0) await mergeContributions(transaction, contributions, { nowMs })
  return written.map((one) => one?.occurredAt)
}

function contributionsOf(
  { orgId, type, dataAt }: OwnEvent,
  id: string,
  occurredAt: Instant,
): OwnedContribution[] {
  const event = { id, type, occurredAt, orgId, data: dataAt(occurredAt) }
  const reading = readEvent(event, { orgId, sourceId: '', receivedAtMs: Date.parse(occurredAt) })
  if (reading.verdict !== 'valid') throw new Error(`An event ${type} of our own is not valid.`)
  return reading.contributions.map((contribution) => ({ ...contribution, orgId }))
}

/** A change of a signal's registers also locks the signal, so missing registers stay missing. */
async function lockStates(
  transaction: DatabaseTransaction,
  contributions: readonly OwnedContribution[],
): Promise<States> {
  const { listeners, signals, registers, deals } = recordTables
  const states: States = new Map()
  for (const table of [listeners, signals, registers, deals]) {
    const ofTable = contributions.filter(
      ({ record }) => record === table.record || (table === signals && record === registers.record),
    )
    const stored = await lockStored<RecordStates[RecordName]>(transaction, table, ofTable)
    for (const [key, state] of stored) states.set(`${table.record} ${key}`, state)
  }
  return states
}

function isSeen(contribution: OwnedContribution, stored: States): boolean {
  const { record, state } = contribution
  const before = stored.get(stateKey(contribution))
  // A state is found by its record's name, which TypeScript cannot follow.
  const merge = mergeStates[record] as (a: unknown, b: unknown) => RecordStates[RecordName]
  return visibleChanges(record, before, before === undefined ? state : merge(before, state)).length > 0
}

function keysOf(contribution: OwnedContribution, stored: States): EventKey[] {
  const state = stored.get(stateKey(contribution))
  if (state === undefined) return []
  if ('last' in state) return [state.last.key]
  return registerKeys(state)
}

function latestOf(keys: EventKey[]): EventKey | undefined {
  return keys.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
}

function stateKey({ record, ...key }: RecordKey & { record: RecordName }): string {
  return `${record} ${recordKey(key)}`
}
