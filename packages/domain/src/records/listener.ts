import type { EventKey } from '../event-key.ts'
import type { Instant } from '../instant.ts'
import type { Listener, ListenerInput } from '../listener.ts'
import { documentAt, type LastWins } from './last-wins.ts'

type ListenerDocument = Omit<Listener, 'id' | 'orgId' | 'signalCount' | 'createdAt'>
export type ListenerState = LastWins<ListenerDocument, { createdAt: Instant }>

export function listenerStateFrom(input: ListenerInput, key: EventKey): ListenerState {
  const { id: _id, orgId: _orgId, createdAt = key.at, updatedAt = key.at, schedule = null, ...rest } = input
  const { state, lastRunAt = null, nextRunAt = null, lastError = null } = input.scheduler
  const document = { ...rest, schedule, scheduler: { state, lastRunAt, nextRunAt, lastError }, updatedAt }
  return documentAt(key, document, { createdAt })
}
