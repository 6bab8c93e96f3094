import { isDeepStrictEqual } from 'node:util'
import {
  type AccountFacts,
  type AccountSummary,
  accountFactsOf,
  joinSummaries,
  type SignalState,
} from '@signalpost/domain'
import { type RecordKey, recordKey } from '../merge/record-key.ts'

/** A signal and its assignee before and after; without a state, it is not stored. */
export type SignalChange = RecordKey & {
  before: { state: SignalState | undefined; userId: string | null }
  after: { state: SignalState | undefined; userId: string | null }
}

/** A signal of the account `id` went from one user to another, and its document did not change. */
export type Reassignment = RecordKey & { from: string | null; to: string | null }

/** A batch's changes to one account, whose key is the `id`. */
export type AccountDelta = RecordKey & {
  signals: number
  users: Map<string, number>
  joined: AccountSummary | null
  /** Summaries of signals that are gone or have changed. */
  left: AccountSummary[]
}

/** Returns what changed and reassigned signals mean for their accounts. */
export function accountDeltas({
  changes,
  reassignments,
}: {
  changes: SignalChange[]
  reassignments: Reassignment[]
}): AccountDelta[] {
  const deltas = new Map<string, AccountDelta>()
  const deltaOf = (key: RecordKey): AccountDelta => {
    const delta = deltas.get(recordKey(key)) ?? {
      ...key,
      signals: 0,
      users: new Map(),
      joined: null,
      left: [],
    }
    deltas.set(recordKey(key), delta)
    return delta
  }
  for (const { orgId, id, before, after } of changes) {
    const [had, has] = [factsOf(id, before.state), factsOf(id, after.state)]
    const isSame = isDeepStrictEqual(had, has)
    if (isSame && before.userId === after.userId) continue
    if (had !== undefined) {
      const delta = deltaOf({ orgId, id: had.accountKey })
      delta.signals -= 1
      addUser(delta, before.userId, -1)
      if (!isSame) delta.left.push(had.summary)
    }
    if (has !== undefined) {
      const delta = deltaOf({ orgId, id: has.accountKey })
      delta.signals += 1
      addUser(delta, after.userId, 1)
      delta.joined = joinSummaries(delta.joined, has.summary)
    }
  }
  for (const { from, to, ...account } of reassignments) {
    const delta = deltaOf(account)
    addUser(delta, from, -1)
    addUser(delta, to, 1)
  }
  return [...deltas.values()]
}

function factsOf(signalId: string, state: SignalState | undefined): AccountFacts | undefined {
  return state && accountFactsOf(signalId, state)
}

function addUser({ users }: AccountDelta, userId: string | null, signals: number): void {
  if (userId !== null) users.set(userId, (users.get(userId) ?? 0) + signals)
}
