import { createHash } from 'node:crypto'
import type { ScheduleSettings } from '@signalpost/database/searching'
import { type Listener, namePlatform, type Platform } from '@signalpost/domain'
import { findSearch, getPlatform, type PlatformSearch } from '@signalpost/platforms'

/** One query of a listener that can be asked, on one board where its platform has boards. */
export type RunnableSearch = {
  /** The same for the same platform, query and board, so that an unchanged search keeps its cursor. */
  searchId: string
  platform: Platform
  query: string
  board: string | null
  search: PlatformSearch
}

/** What of a listener's plan can be asked. `missing` says what the rest needs, as sentences without repetition. */
export type RunPlan = { searches: RunnableSearch[]; missing: string[] }

export function planRun(listener: Listener, { boards }: Pick<ScheduleSettings, 'boards'>): RunPlan {
  const searches = new Map<string, RunnableSearch>()
  const missing = new Set<string>()
  for (const { source: platform, query } of listener.queries) {
    const { search: ownSearch, requirement } = getPlatform(platform)
    const named = boards.filter((one) => one.platform === platform).map(({ board }) => board)
    const places = ownSearch === undefined || ownSearch.needsBoard ? named : [null, ...named]
    const runnable = places.flatMap((board): RunnableSearch[] => {
      const search = findSearch(platform, board)
      const searchId = searchIdOf(platform, query, board)
      return search === undefined ? [] : [{ searchId, platform, query, board, search }]
    })
    if (runnable.length === 0) missing.add(`${namePlatform(platform)}: ${requirement}`)
    for (const search of runnable) searches.set(search.searchId, search)
  }
  return { searches: [...searches.values()], missing: [...missing] }
}

function searchIdOf(platform: Platform, query: string, board: string | null): string {
  const content = JSON.stringify([platform, query, board])
  return `sch_${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}
