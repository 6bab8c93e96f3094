import { noteRefusal, planSearches, type ScheduleSettings, type Search } from '@signalpost/database/searching'
import { type Platform, secondMs } from '@signalpost/domain'
import type { Json } from '@signalpost/platforms'
import type { SearchingServices } from '../services.ts'
import { accessPlatform, type NoAccess } from './access-platform.ts'
import type { PlatformAccess } from './ask-platform.ts'
import {
  type ListenerRun,
  placeOf,
  type RunReport,
  type SearchReport,
  type SkippedPost,
} from './listener-run.ts'
import { dueInMs, runsAtMoments } from './next-due.ts'
import { planRun, type RunnableSearch } from './plan-run.ts'
import { runSearch } from './run-search.ts'

export type SearchesOptions = {
  settings: ScheduleSettings
  /** Asks now, whatever was asked lately or failed. Budgets and what platforms ask for hold all the same. */
  isForced: boolean
  signal: AbortSignal
  onAsked?: (platform: Platform, httpStatus: number) => void
  onSkipped?: (platform: Platform, post: SkippedPost) => void
  onSearched?: (report: SearchReport, outcome: 'ran' | 'failed' | 'waits') => void
}

/** How the searches of a run went, all together. */
export type SearchesOutcome = RunReport & {
  /** Whether there are searches, and every one of them fails. */
  isFailed: boolean
  /** Whether a platform refuses the credentials, or there are none. */
  isRefused: boolean
  /** When the first of its searches is due again. */
  dueInMs: number
}

/** The most finds that one run keeps. The searches that it does not reach are run at once after it. */
const mostKept = 200
/** Runs of one listener never follow each other faster. */
const soonestMs = secondMs
/** The share of a platform's least interval within which a known answer is not asked for again. */
const freshShare = 0.5
/** The share of its period after which a search is due: runs do not begin to the second. */
const searchedShare = 0.9

/** Runs the searches of a listener one after the other, in the order of its plan. */
export async function runSearches(
  services: SearchingServices,
  run: ListenerRun,
  { settings, isForced, signal, onAsked, onSkipped, onSearched }: SearchesOptions,
): Promise<SearchesOutcome> {
  const { searches: planned, missing } = planRun(run.listener, settings)
  const accesses = await accessAll(services, run, planned)
  const searches = await findStates(run, [...accesses.keys()])
  const outcome: SearchesOutcome = {
    ...{ items: [], searches: [], missing, isFailed: false, isRefused: false },
    dueInMs: dueInMs(run.listener, run.nowMs()),
  }
  const isDueIn = (ms: number): void => {
    outcome.dueInMs = Math.min(outcome.dueInMs, Math.max(ms, soonestMs))
  }
  let kept = 0
  let spent = 0
  let resting = 0
  for (const search of searches) {
    if (signal.aborted) break
    if (kept >= mostKept) {
      isDueIn(soonestMs)
      break
    }
    const { platform, query, board } = search
    const access = accesses.get(search.planned)
    if (access === undefined) throw new Error('A search that is asked was planned.')
    const idle = { platform, query, board, fetched: 0, kept: 0, skipped: [], passedOver: [] }
    if ('refusal' in access) {
      await note(run, search, access.refusal)
      outcome.searches.push({ ...idle, error: access.refusal })
      outcome.isRefused ||= access.isRefused
      continue
    }
    if (!isForced && search.blockedUntil !== null) {
      outcome.searches.push({ ...idle, error: faultIn(search) })
      isDueIn(search.blockedUntil.getTime() - run.nowMs())
      continue
    }
    const restMs = isForced ? 0 : restMsOf(search, run)
    if (restMs > 0) {
      resting += 1
      // A run between two moments of cron, such as after an edit, moves none of them.
      if (!runsAtMoments(run.listener)) isDueIn(restMs)
      continue
    }
    const { report, items, fault, blockedMs } = await runSearch(run, search, {
      ...{ access, signal, outgoing: services.outgoing, room: mostKept - kept },
      freshMs: isForced ? 0 : search.search.leastIntervalMs * freshShare,
      sinceMs: search.createdAt.getTime() - settings.backfillMs,
      onAsked: (httpStatus) => onAsked?.(platform, httpStatus),
      onSkipped: (post) => onSkipped?.(platform, post),
    })
    kept += report.kept
    outcome.items.push(...items)
    outcome.searches.push(report)
    outcome.isRefused ||= fault === 'unauthorised'
    const isSpent = fault === 'exhausted'
    if (isSpent) spent += 1
    if (blockedMs !== undefined) isDueIn(blockedMs)
    onSearched?.(report, isSpent ? 'waits' : report.error === null ? 'ran' : 'failed')
  }
  const failing = outcome.searches.filter(({ error }) => error !== null)
  // A budget that is used up is no failure, and a search that rests went well.
  outcome.isFailed = resting === 0 && failing.length > spent && failing.length === outcome.searches.length
  return outcome
}

async function note(
  { database, orgId, listenerId, token }: ListenerRun,
  search: RunnableSearch,
  refusal: string,
): Promise<void> {
  const { searchId } = search
  const error = `${placeOf(search)}: ${refusal}`
  if (token !== undefined) await noteRefusal(database, { orgId, listenerId, searchId, error })
}

/** Returns what went wrong in a search. It is stored behind the search's name, as people read it. */
function faultIn(search: SearchState): string | null {
  const name = `${placeOf(search)}: `
  const { lastError } = search
  return lastError?.startsWith(name) === true ? lastError.slice(name.length) : lastError
}

type SearchState = RunnableSearch &
  Pick<Search, 'createdAt' | 'searchedAt' | 'failures' | 'blockedUntil' | 'lastError'> & {
    cursor: Json
    planned: RunnableSearch
  }

/**
 * Returns how each search is asked, in the order of the plan. One that lacks a connection is left out where the listener
 * names a feed of its platform instead.
 */
async function accessAll(
  services: SearchingServices,
  { orgId }: ListenerRun,
  planned: readonly RunnableSearch[],
): Promise<Map<RunnableSearch, PlatformAccess | NoAccess>> {
  const byPlace = new Map<string, PlatformAccess | NoAccess>()
  const accesses = new Map<RunnableSearch, PlatformAccess | NoAccess>()
  for (const search of planned) {
    const { platform, board } = search
    const place = `${platform} ${board}`
    const access = byPlace.get(place) ?? (await accessPlatform(services, { orgId, ...search }))
    byPlace.set(place, access)
    const hasFeed = planned.some((other) => other.platform === platform && other.board !== null)
    const isReplaced = board === null && hasFeed && 'refusal' in access && !access.isRefused
    if (!isReplaced) accesses.set(search, access)
  }
  return accesses
}

/** A dry run starts every search from the beginning, so that it shows what a plan finds. */
async function findStates(run: ListenerRun, planned: readonly RunnableSearch[]): Promise<SearchState[]> {
  const { database, orgId, listenerId, token, nowMs } = run
  const createdAt = new Date(nowMs())
  const first = {
    createdAt,
    cursor: null,
    searchedAt: null,
    failures: 0,
    blockedUntil: null,
    lastError: null,
  }
  if (token === undefined) return planned.map((search) => ({ ...search, ...first, planned: search }))
  const states = await planSearches(database, {
    ...{ orgId, listenerId },
    searches: planned.map(({ searchId, platform, query }) => ({ searchId, platform, query })),
  })
  const bySearch = new Map(states.map((state) => [state.searchId, state]))
  return planned.flatMap((search) => {
    const state = bySearch.get(search.searchId)
    // The cast: cursors are stored as the platforms made them.
    return state === undefined ? [] : [{ ...state, ...search, cursor: state.cursor as Json, planned: search }]
  })
}

/** Returns for how long a search is not due; others of its listener may be, after a fault. */
function restMsOf({ searchedAt, search }: SearchState, { listener, nowMs }: ListenerRun): number {
  if (searchedAt === null) return 0
  const searchedMs = searchedAt.getTime()
  const periodMs = Math.max(search.leastIntervalMs, dueInMs(listener, searchedMs))
  return searchedMs + periodMs * searchedShare - nowMs()
}
