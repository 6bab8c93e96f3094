import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { type AuditEntry, findAuditEntry, listLaterEntries } from '@signalpost/database/acts'
import { findDeal, findSignal } from '@signalpost/database/records'
import { noteTargetSchema, RejectedError } from '@signalpost/domain'
import { updateDealAct } from '../deal/update-deal.ts'
import { performCall } from '../perform-act.ts'
import type { RecordServices } from '../record/record-services.ts'
import { assignSignalAct } from '../record/signal-acts.ts'

/** The acts that can be undone, and the members that they change. */
const membersOf = {
  'signal.assign': ['assignedTo'],
  'deal.update': ['stage', 'value', 'ownerId'],
} as const
const undoable = Object.keys(membersOf)

type Member = (typeof membersOf)[keyof typeof membersOf][number]

/** `stands`: the record holds what was written. `undone`: it holds again what it held before. `final`: no act undoes it. */
type WriteState = 'stands' | 'undone' | 'changed' | 'gone' | 'final'

/** What an assistant wrote, as its audit row and its record say. */
export type Write = {
  entry: AuditEntry
  state: WriteState
  /** What it is about: of a note what that is on, else the target. A name is the title of a signal, or that of another record. */
  record: { type: string; id: string; name: string | null }
  changes: { member: Member; from: unknown; to: unknown }[]
  /** What changed the same members since, where it is known. */
  since: AuditEntry | null
}

type StoredRecord = { name: string | null; values: Partial<Record<Member, unknown>> }

/** Says of each write what it changed, and whether that still stands. */
export async function describeWrites(
  database: Database,
  { orgId, entries }: { orgId: string; entries: readonly AuditEntry[] },
): Promise<Write[]> {
  const targets = new Map(entries.map(recordOf).map((record) => [`${record.type} ${record.id}`, record]))
  const records = new Map(
    await Promise.all(
      [...targets].map(async ([key, target]) => [key, await findRecord(database, orgId, target)] as const),
    ),
  )
  const writes = entries.map((entry): Write => {
    const named = recordOf(entry)
    const record = records.get(`${named.type} ${named.id}`)
    const changes = changesOf(entry)
    const name = record?.name ?? nameOf(entry)
    return { entry, changes, state: stateOf(changes, record), record: { ...named, name }, since: null }
  })
  const overwritten = writes.filter(({ state }) => state === 'changed' || state === 'undone')
  const [oldest] = overwritten.map(({ entry }) => entry.auditId).toSorted()
  if (oldest === undefined) return writes
  const targetIds = [...new Set(overwritten.map(({ entry }) => entry.target.id))]
  const later = await listLaterEntries(database, { orgId, acts: undoable, targetIds, after: oldest })
  return writes.map((write) =>
    overwritten.includes(write)
      ? { ...write, since: later.find((entry) => isAfter(entry, write)) ?? null }
      : write,
  )
}

/**
 * Puts back what an assistant wrote, by the same act in the name of the caller. Throws RejectedError: `not_found` for what the assistant
 * did not write and for a record that is gone, `conflict` where it no longer stands or cannot be undone, and the refusals
 * of the act.
 */
export async function undoWrite(
  services: RecordServices,
  {
    caller,
    orgId,
    assistantId,
    auditId,
  }: { caller: Caller; orgId: string; assistantId: string; auditId: string },
): Promise<void> {
  const entry = await findAuditEntry(services.database, { orgId, auditId })
  if (entry === undefined || entry.actor.kind !== 'assistant' || entry.actor.id !== assistantId) {
    throw new RejectedError('not_found', 'The assistant made no such change.')
  }
  const [write] = await describeWrites(services.database, { orgId, entries: [entry] })
  if (write === undefined || write.state === 'final') {
    throw new RejectedError('conflict', 'This change cannot be undone.')
  }
  if (write.state === 'gone') throw new RejectedError('not_found', 'The record no longer exists.')
  if (write.state !== 'stands') {
    throw new RejectedError('conflict', 'The record has changed since, so there is nothing to undo.')
  }
  const valuesOf = (side: 'from' | 'to') =>
    Object.fromEntries(write.changes.map((change) => [change.member, change[side]]))
  const { id } = entry.target
  const [was, expected] = [valuesOf('from'), valuesOf('to')]
  if (entry.act === 'signal.assign') {
    const input = { orgId, signalId: id, assignedTo: was.assignedTo, expected: expected.assignedTo }
    await performCall(services, { caller, act: assignSignalAct, input })
    return
  }
  await performCall(services, { caller, act: updateDealAct, input: { orgId, dealId: id, ...was, expected } })
}

function recordOf({ act, target, after }: AuditEntry): { type: string; id: string } {
  if (act !== 'note.create') return target
  const on = noteTargetSchema.safeParse(after?.target)
  return on.success ? on.data : target
}

/** The name that the record had then. */
function nameOf({ after }: AuditEntry): string | null {
  return typeof after?.name === 'string' ? after.name : null
}

function changesOf({ act, before, after, refusal }: AuditEntry): Write['changes'] {
  if (refusal !== null || !isUndoable(act)) return []
  const changes = membersOf[act].map((member) => ({
    ...{ member, from: before?.[member] ?? null, to: after?.[member] ?? null },
  }))
  return changes.filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

function stateOf(changes: Write['changes'], record: StoredRecord | undefined): WriteState {
  if (changes.length === 0) return 'final'
  if (record === undefined) return 'gone'
  const holds = (side: 'from' | 'to'): boolean =>
    changes.every((change) => isDeepStrictEqual(record.values[change.member] ?? null, change[side]))
  if (holds('to')) return 'stands'
  return holds('from') ? 'undone' : 'changed'
}

/** Whether an entry changed, after a write, what that changed. */
function isAfter(entry: AuditEntry, { entry: written, changes }: Write): boolean {
  if (entry.auditId <= written.auditId || entry.target.id !== written.target.id || entry.act !== written.act)
    return false
  return changesOf(entry).some(({ member }) => changes.some((change) => change.member === member))
}

async function findRecord(
  database: Database,
  orgId: string,
  { type, id }: AuditEntry['target'],
): Promise<StoredRecord | undefined> {
  if (type === 'signal') {
    const signal = await findSignal(database, { orgId, signalId: id })
    return signal && { name: signal.title ?? null, values: { assignedTo: signal.assignedTo?.userId ?? null } }
  }
  if (type !== 'deal') return undefined
  const deal = await findDeal(database, { orgId, dealId: id })
  if (deal === undefined) return undefined
  const { name, stage, value, ownerId } = deal
  return { name, values: { stage, value, ownerId } }
}

function isUndoable(act: string): act is keyof typeof membersOf {
  return act in membersOf
}
