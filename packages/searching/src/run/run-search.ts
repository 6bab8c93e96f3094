import { createHash } from 'node:crypto'
import { keepFinds, markPage, type Search, settleSearch } from '@signalpost/database/searching'
import { dayMs, hourMs, retryDelayMs, retryPolicies, secondMs } from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import type { DroppedItem, Json, PlatformRequest, SearchFault, SearchPage } from '@signalpost/platforms'
import { reach } from '@signalpost/runtime'
import { askPlatform, type PlatformAccess } from './ask-platform.ts'
import { judgePage, skipPage } from './judge-page.ts'
import {
  type ListenerRun,
  placeOf,
  type RunItem,
  type SearchReport,
  type SkippedPost,
} from './listener-run.ts'
import type { RunnableSearch } from './plan-run.ts'

/** Another process has the lease, or the listener was deleted: the run must end. */
export class LeaseLostError extends Error {
  override message = 'Another process has the lease of the listener.'
  override name = 'LeaseLostError'
}

export type SearchMeans = {
  access: PlatformAccess
  outgoing: Outgoing
  /** How old a known answer may be to be taken instead of asking. */
  freshMs: number
  /** Nothing that was published before is wanted. */
  sinceMs: number
  /** How many finds the run may still keep. */
  room: number
  /** Ends the run after the page in flight. */
  signal: AbortSignal
  onAsked: (httpStatus: number) => void
  onSkipped: (post: SkippedPost) => void
}

export type SearchOutcome = {
  report: SearchReport
  items: RunItem[]
  fault: SearchFault['fault'] | undefined
  /** For how long it asks nothing; undefined without a fault. */
  blockedMs: number | undefined
}

const mostPages = 25
const returnShare = 0.1
const latestReturnMs = 10 * secondMs
/** How long a search that a platform cannot run, or does not let us run, is left alone. */
const refusedMs = { unauthorised: 6 * hourMs, gone: 7 * dayMs, refusal: dayMs, deadly: dayMs }
/** With fewer, they may be odd and the form the same. */
const leastUnreadable = 5
/** A page in which so many processes died in a row is read once more, without being judged. */
const deathsToSkip = 2

/**
 * Runs one search page by page. Each page's finds and the cursor behind it are kept in one transaction, so what is asked
 * again after a crash is known.
 */
export async function runSearch(
  run: ListenerRun,
  search: RunnableSearch & Pick<Search, 'failures'> & { cursor: Json },
  means: SearchMeans,
): Promise<SearchOutcome> {
  const { platform, query, board } = search
  const report: SearchReport = {
    ...{ platform, query, board, fetched: 0, kept: 0, skipped: [], passedOver: [], error: null },
  }
  const outcome: SearchOutcome = { report, items: [], fault: undefined, blockedMs: undefined }
  const input = { query, board, sinceMs: means.sinceMs, nowMs: run.nowMs(), cursor: search.cursor }
  const first = search.search.start(input)
  if ('refusal' in first) {
    report.error = first.refusal
    outcome.blockedMs = refusedMs.refusal
    await settle(run, search, { error: `${placeOf(search)}: ${first.refusal}`, blockedMs: refusedMs.refusal })
    return outcome
  }
  const fail = async (error: string, blockedMs: number): Promise<SearchOutcome> => {
    report.error = error
    outcome.fault ??= 'broken'
    outcome.blockedMs = blockedMs
    await settle(run, search, { error: `${placeOf(search)}: ${error}`, blockedMs })
    return outcome
  }
  let next: PlatformRequest | null = first
  let page = pageOf(search, search.cursor)
  for (let pages = 0; next !== null && pages < mostPages && report.kept < means.room; pages += 1) {
    if (means.signal.aborted) return outcome
    const deaths = run.deadly?.page === page ? run.deadly.deaths : 0
    if (deaths > deathsToSkip) {
      await mark(run, null)
      return fail(
        `Reading a page of it ended the process ${deaths} times. It is not asked for a day.`,
        refusedMs.deadly,
      )
    }
    const beforeReading = () => mark(run, page)
    const asked = await askPlatform(means.access, next, { ...run, ...means, beforeReading })
    const { result, httpStatus } = asked
    run.costs.countAsked(search.platform, next, asked)
    if (httpStatus !== undefined) means.onAsked(httpStatus)
    if ('fault' in result) {
      if (means.signal.aborted) return outcome
      // What is new was read. The rest of the past waits until backfills may ask again.
      if (next.isBackfill && result.fault === 'exhausted') break
      outcome.fault = result.fault
      return fail(result.message, blockedMsOf(result, search))
    }
    const lost = countUnreadable(result)
    if (lost >= leastUnreadable) {
      const what = `The answer has ${lost} posts, and none of them can be read: the platform shows them in another form.`
      return fail(what, retryDelayMs(retryPolicies.search, search.failures + 1))
    }
    const isDeadly = deaths === deathsToSkip
    const judged = isDeadly
      ? await skipPage(run, result.items, `judging its page ended the process ${deaths} times`)
      : await judgePage(run, result.items, means.signal)
    reach('search.judged')
    const following = pageOf(search, result.cursor)
    // Pages behind one cursor have one name.
    const isOver = result.next === null || following !== page
    await keep(run, search, {
      ...{ finds: judged.finds, cursor: result.cursor, skipped: judged.skipped },
      survived: isOver ? page : null,
    })
    reach('search.kept')
    page = following
    report.fetched += result.items.length
    report.skipped.push(...judged.skipped)
    for (const post of judged.skipped) means.onSkipped(post)
    countReasons(report, result.dropped)
    report.kept += judged.items.filter(({ kept }) => kept).length
    outcome.items.push(...judged.items)
    if (isDeadly) {
      const what = `A page of it was skipped: judging it ended the process ${deaths} times.`
      return fail(what, retryDelayMs(retryPolicies.search, search.failures + 1))
    }
    next = result.next
  }
  await settle(run, search, null)
  reach('search.settled')
  return outcome
}

/** Returns how many posts a page has if none of them can be read. */
function countUnreadable({ items, dropped }: Pick<SearchPage, 'items' | 'dropped'>): number {
  return items.length === 0 && dropped.every(({ isUnreadable }) => isUnreadable === true) ? dropped.length : 0
}

function countReasons({ passedOver }: SearchReport, dropped: readonly DroppedItem[]): void {
  for (const { reason } of dropped) {
    const known = passedOver.find((one) => one.reason === reason)
    if (known === undefined) passedOver.push({ reason, count: 1 })
    else known.count += 1
  }
}

async function keep(
  { database, orgId, listenerId, token, history }: ListenerRun,
  { searchId }: RunnableSearch,
  page: Pick<Parameters<typeof keepFinds>[1], 'finds' | 'cursor' | 'skipped' | 'survived'>,
): Promise<void> {
  if (token === undefined) return
  const kept = await keepFinds(database, { orgId, listenerId, token, searchId, history, ...page })
  if (kept === undefined) throw new LeaseLostError()
}

/** Notes where the run is, so that a page that ends its process is known. A dry run leaves no trace. */
async function mark({ database, orgId, listenerId, token }: ListenerRun, page: string | null): Promise<void> {
  if (token === undefined) return
  if (!(await markPage(database, { orgId, listenerId, token, page }))) throw new LeaseLostError()
}

/** A page is what follows a cursor of a search. */
function pageOf({ searchId }: RunnableSearch, cursor: Json): string {
  const content = createHash('sha256').update(JSON.stringify(cursor)).digest('hex')
  return `${searchId} ${content.slice(0, 32)}`
}

async function settle(
  { database, orgId, listenerId, token }: ListenerRun,
  { searchId }: RunnableSearch,
  fault: { error: string; blockedMs: number } | null,
): Promise<void> {
  if (token !== undefined) await settleSearch(database, { orgId, listenerId, searchId, fault })
}

function blockedMsOf({ fault, retryAfterMs }: SearchFault, { failures }: Pick<Search, 'failures'>): number {
  if (fault === 'unauthorised') return refusedMs.unauthorised
  if (fault === 'gone') return refusedMs.gone
  if (retryAfterMs === undefined) return retryDelayMs(retryPolicies.search, failures + 1)
  // Those that wait for the same end of a window come back in another order each time, so that all have their turn.
  return retryAfterMs + Math.random() * Math.min(retryAfterMs * returnShare, latestReturnMs)
}
