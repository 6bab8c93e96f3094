import type { Listener, ListenerInput } from '../documents/listener.ts'
import type { EventKey } from '../event-key.ts'
import type { Instant } from '../instant.ts'
import { documentAt, type LastWins } from './last-wins.ts'

type ListenerDocument = Omit<Listener, 'id' | 'orgId' | 'signalCount' | 'createdAt'>
export type ListenerState = LastWins<ListenerDocument, { createdAt: Instant }>

export function listenerStateFrom(input: ListenerInput, key: EventKey): ListenerState {
  const { id: _id, orgId: _orgId, createdAt = key.at, updatedAt = key.at, schedule = null, ...rest } = input
  const { state, lastRunAt = null, nextRunAt = null, lastError = null } = input.scheduler
  const document = { ...rest, schedule, scheduler: { state, lastRunAt, nextRunAt, lastError }, updatedAt }
  return documentAt(key, document, { createdAt })
}

/** Returns the listener as the API shows it, or undefined for a tombstone. */
export function listenerFrom({
  orgId,
  id,
  state,
  signalCount,
}: {
  orgId: string
  id: string
  state: ListenerState
  signalCount: number
}): Listener | undefined {
  const document = state.last.document
  const createdAt = state.first?.members.createdAt
  if (document === null || createdAt === undefined) return undefined
  const { updatedAt, ...members } = document
  return { id, orgId, ...members, signalCount, createdAt, updatedAt }
}
