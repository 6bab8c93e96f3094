import { isDeepStrictEqual } from 'node:util'
import {
  type Claim,
  type EventKey,
  earliestValue,
  type RecordName,
  type RecordStates,
  type SignalRegisters,
} from '@signalpost/domain'

/** One change of what a reader can see of a record, and the event that made it. */
export type VisibleChange = {
  change: 'created' | 'updated' | 'deleted' | 'restored' | 'changed'
  cause: EventKey
  detail?: { register: string; from: unknown; to: unknown }
}

/** What a merge changed for readers; nothing where only keys moved. */
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
  const compare = (
    register: string,
    from: unknown,
    to: unknown,
    cause: EventKey | null | undefined,
  ): void => {
    const by = cause ?? after.deletedBy
    if (!isDeepStrictEqual(from, to) && by !== null)
      changes.push({ change: 'changed', cause: by, detail: { register, from, to } })
  }
  compare(
    'alertedAt',
    earliestValue(before?.alertedAt ?? []),
    earliestValue(after.alertedAt),
    earliestKey(after.alertedAt),
  )
  compare(
    'assignedTo',
    before?.assignedTo?.value ?? null,
    after.assignedTo?.value ?? null,
    after.assignedTo?.key,
  )
  compare('feedback', before?.feedback?.value ?? null, after.feedback?.value ?? null, after.feedback?.key)
  compare(
    'readAt',
    earliestValue(before?.readAt ?? []),
    earliestValue(after.readAt),
    earliestKey(after.readAt),
  )
  return changes
}

function earliestKey(claims: Claim[]): EventKey | undefined {
  const earliest = earliestValue(claims)
  return claims.find((claim) => claim.value === earliest)?.key
}
