import type { Database } from '@signalpost/database'
import { findListener } from '@signalpost/database/records'
import {
  countFinds,
  type FindState,
  findLiveScheduler,
  findSchedule,
  type ListenerReference,
  type ListenerSchedule,
  listSearches,
  type Search,
} from '@signalpost/database/searching'
import { type Listener, RejectedError } from '@signalpost/domain'

/** A listener with the live state of its scheduler, and with its searches if it was made here. */
export type ShownListener = {
  listener: Listener
  own?: {
    schedule: ListenerSchedule
    searches: Omit<Search, 'cursor'>[]
    finds: Partial<Record<FindState, number>>
  }
}

/** Throws RejectedError `not_found`. */
export async function readListener(database: Database, reference: ListenerReference): Promise<ShownListener> {
  const listener = await findListener(database, reference)
  if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
  const schedule = await findSchedule(database, reference)
  if (schedule === undefined) return { listener }
  const scheduler = (await findLiveScheduler(database, reference)) ?? listener.scheduler
  const planned = await listSearches(database, reference)
  const searches = planned.map(({ cursor: _cursor, ...search }) => search)
  const finds = await countFinds(database, reference)
  return { listener: { ...listener, scheduler }, own: { schedule, searches, finds } }
}
