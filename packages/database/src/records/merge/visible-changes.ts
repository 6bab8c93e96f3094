import { isDeepStrictEqual } from 'node:util'
import {
  currentClaim,
  type EventKey,
  type RecordName,
  type RecordStates,
  registerKinds,
  type SignalRegisters,
} from '@signalpost/domain'

const registers = registerKinds.map(({ name }) => name).sort()

/** One visible change of a record, and the event that caused it. */
export type VisibleChange = {
  change: 'created' | 'updated' | 'deleted' | 'restored' | 'changed'
  cause: EventKey
  /** Who made it, where the event says so. */
  by?: string | undefined
  detail?: { register: string; from: unknown; to: unknown }
}

/** What a merge changed for readers. If only keys moved, that is nothing. */
export function visibleChanges<Name extends RecordName>(
  record: Name,
  before: RecordStates[Name] | undefined,
  after: RecordStates[Name],
): VisibleChange[] {
  return record === 'registers'
    ? registerChanges(before as SignalRegisters | undefined, after as SignalRegisters)
    : documentChanges(before as DocumentState | undefined, after as DocumentState)
}

type DocumentState = {
  last: { key: EventKey; document: unknown }
  first: { key: EventKey; members: unknown } | null
}

function documentChanges(before: DocumentState | undefined, after: DocumentState): VisibleChange[] {
  const [had, has] = [before !== undefined && before.last.document !== null, after.last.document !== null]
  if (!had && !has) return []
  if (!had) return [{ change: before?.first ? 'restored' : 'created', cause: after.last.key }]
  if (!has) return [{ change: 'deleted', cause: after.last.key }]
  if (!isDeepStrictEqual(before?.last.document, after.last.document)) {
    return [{ change: 'updated', cause: after.last.key }]
  }
  const [first, firstBefore] = [after.first, before?.first]
  if (first === null || isDeepStrictEqual(firstBefore?.members, first.members)) return []
  return [{ change: 'updated', cause: first.key }]
}

function registerChanges(before: SignalRegisters | undefined, after: SignalRegisters): VisibleChange[] {
  const changes: VisibleChange[] = []
  for (const register of registers) {
    const claim = currentClaim(after, register)
    const from = (before && currentClaim(before, register)?.value) ?? null
    const to = claim?.value ?? null
    const cause = claim?.key ?? after.deletedBy
    if (from === to || cause === null || isDeepStrictEqual(from, to)) continue
    changes.push({ change: 'changed', cause, by: claim?.by, detail: { register, from, to } })
  }
  return changes
}
