import {
  dealFrom,
  type EventKey,
  instantOf,
  type RecordName,
  type Signal,
  type SignalRegisters,
  signalFrom,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { isAlertedElsewhere } from '../../dispatches/is-alerted-elsewhere.ts'
import type { MergedRecord } from './merged-record.ts'
import { recordKey } from './record-key.ts'
import { timestampOf } from './timestamp-of.ts'
import { type VisibleChange, visibleChanges } from './visible-changes.ts'

type Merged = { [Name in RecordName]: MergedRecord<Name>[] }
type Stored = { storedAt: Date | null; registers: SignalRegisters | null }

type PendingRow = {
  org_id: string
  record: RecordName
  record_id: string
  change: VisibleChange['change']
  caused_at: string
  changed_at: string
  detail?: VisibleChange['detail']
  document?: object | undefined
  document_before?: Signal | undefined
  alerted_elsewhere: boolean
  stored_at?: Date | null
  traceparent?: string | undefined
}

/** Finds the span in which an event is applied; undefined if it is not traced. */
export type TraceparentOf = (cause: EventKey) => string | undefined

/**
 * Queues each change for alerting, if its workspace has channels. Stores the record as of this merge, so that a late
 * alert still shows the state that caused it.
 */
export async function writePendingChanges(
  transaction: DatabaseTransaction,
  merged: Merged,
  { nowMs, traceparentOf }: { nowMs: number; traceparentOf?: TraceparentOf | undefined },
): Promise<void> {
  const listening = await findListening(transaction, Object.values(merged).flat())
  if (listening.size === 0) return
  const changed = <Name extends RecordName>(record: Name): MergedRecord<Name>[] =>
    (merged[record] as MergedRecord<Name>[]).filter(
      ({ orgId, isWritten }) => isWritten && listening.has(orgId),
    )
  const changes = [
    ...(await pendingListeners(transaction, changed('listener'))),
    ...(await pendingSignals(transaction, changed('signal'))),
    ...pendingRegisters(changed('registers'), changed('signal')),
    ...pendingDeals(changed('deal')),
  ]
  if (changes.length === 0) return
  const rows = changes.map(({ cause, ...one }) => ({
    ...one,
    changed_at: instantOf(nowMs),
    traceparent: traceparentOf?.(cause),
  }))
  const columns = sql.join(
    ['org_id', 'record', 'record_id', 'change', 'detail', 'document', 'document_before', 'alerted_elsewhere']
      .concat(['stored_at', 'caused_at', 'changed_at', 'traceparent'])
      .map((column) => sql.ref(column)),
  )
  await sql`
    insert into pending_changes (${columns})
    select ${columns} from json_populate_recordset(null::pending_changes, ${JSON.stringify(rows)})`.execute(
    transaction,
  )
}

async function findListening(transaction: DatabaseTransaction, merged: MergedRecord[]): Promise<Set<string>> {
  const orgIds = [...new Set(merged.filter(({ isWritten }) => isWritten).map(({ orgId }) => orgId))]
  if (orgIds.length === 0) return new Set()
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from unnest(${orgIds}::text[]) as merged (org_id)
    where exists (select from channels c where c.org_id = merged.org_id)`.execute(transaction)
  return new Set(rows.map(({ orgId }) => orgId))
}

async function pendingSignals(
  transaction: DatabaseTransaction,
  signals: MergedRecord<'signal'>[],
): Promise<Unfinished[]> {
  const stored = await readStored(transaction, signals)
  return signals.flatMap(({ orgId, id, before, after }) => {
    const { storedAt = null, registers = null } = stored.get(recordKey({ orgId, id })) ?? {}
    return visibleChanges('signal', before, after).map((change) => ({
      ...rowOf('signal', { orgId, id }, change),
      document: signalFrom({ orgId, id, state: after }, registers ?? undefined),
      document_before: before && signalFrom({ orgId, id, state: before }),
      alerted_elsewhere: registers !== null && isAlertedElsewhere(registers),
      stored_at: storedAt,
    }))
  })
}

// A deletion also ends registers, but a subscriber receives it as one change.
function pendingRegisters(
  registers: MergedRecord<'registers'>[],
  signals: MergedRecord<'signal'>[],
): Unfinished[] {
  const deleted = new Set(signals.filter(({ after }) => after.last.document === null).map(recordKey))
  return registers.flatMap(({ orgId, id, before, after }) =>
    visibleChanges('registers', before, after)
      .filter(({ detail }) => detail?.to !== null || !deleted.has(recordKey({ orgId, id })))
      .map((change) => rowOf('registers', { orgId, id }, change)),
  )
}

async function pendingListeners(
  transaction: DatabaseTransaction,
  listeners: MergedRecord<'listener'>[],
): Promise<Unfinished[]> {
  const counts = await countSignals(transaction, listeners)
  return listeners.flatMap(({ orgId, id, before, after }) => {
    const { document } = after.last
    const createdAt = after.first?.members.createdAt
    const signalCount = counts.get(recordKey({ orgId, id })) ?? 0
    return visibleChanges('listener', before, after).map((change) => ({
      ...rowOf('listener', { orgId, id }, change),
      document: document === null ? undefined : { id, orgId, ...document, signalCount, createdAt },
    }))
  })
}

function pendingDeals(deals: MergedRecord<'deal'>[]): Unfinished[] {
  return deals.flatMap(({ orgId, id, before, after }) =>
    visibleChanges('deal', before, after).map((change) => ({
      ...rowOf('deal', { orgId, id }, change),
      document: dealFrom({ orgId, id, state: after }),
    })),
  )
}

type Unfinished = Omit<PendingRow, 'changed_at' | 'traceparent'> & { cause: EventKey }

function rowOf(
  record: RecordName,
  { orgId, id }: { orgId: string; id: string },
  { change, detail, cause }: VisibleChange,
): Unfinished {
  return {
    org_id: orgId,
    record,
    record_id: id,
    change,
    cause,
    caused_at: timestampOf(cause.at),
    alerted_elsewhere: false,
    ...(detail !== undefined && { detail }),
  }
}

async function readStored(
  transaction: DatabaseTransaction,
  signals: MergedRecord<'signal'>[],
): Promise<Map<string, Stored>> {
  if (signals.length === 0) return new Map()
  const { rows } = await sql<Stored & { orgId: string; id: string }>`
    select s.org_id as "orgId", s.signal_id as id, s.stored_at as "storedAt", r.state as registers
    from signals s left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id
    where (s.org_id, s.signal_id) in (select * from ${keysOf(signals)})`.execute(transaction)
  return new Map(rows.map((row) => [recordKey(row), row]))
}

async function countSignals(
  transaction: DatabaseTransaction,
  listeners: MergedRecord<'listener'>[],
): Promise<Map<string, number>> {
  if (listeners.length === 0) return new Map()
  const { rows } = await sql<{ orgId: string; id: string; count: number }>`
    select org_id as "orgId", listener_id as id, sum(signal_count)::integer as count from listener_counts
    where (org_id, listener_id) in (select * from ${keysOf(listeners)})
    group by org_id, listener_id`.execute(transaction)
  return new Map(rows.map((row) => [recordKey(row), row.count]))
}

function keysOf(records: { orgId: string; id: string }[]) {
  return sql`unnest(${records.map(({ orgId }) => orgId)}::text[], ${records.map(({ id }) => id)}::text[])`
}
