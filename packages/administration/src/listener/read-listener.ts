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
import { planRun } from '@signalpost/searching'

/** A listener with the live state of its scheduler, and with its searches if it was made here. */
export type ShownListener = {
  listener: Listener
  own?: {
    schedule: ListenerSchedule
    /** `board` is null elsewhere than on a board or a feed. */
    searches: (Omit<Search, 'cursor'> & { board: string | null })[]
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
  const plan = planRun(listener, schedule.settings)
  const boards = new Map(plan.searches.map(({ searchId, board }) => [searchId, board]))
  const known = await listSearches(database, reference)
  const searches = known.map(({ cursor: _cursor, ...search }) => ({
    ...search,
    board: boards.get(search.searchId) ?? null,
  }))
  const finds = await countFinds(database, reference)
  return { listener: { ...listener, scheduler }, own: { schedule, searches, finds } }
}
