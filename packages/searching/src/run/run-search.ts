import { keepFinds, type Search, settleSearch } from '@signalpost/database/searching'
import { dayMs, hourMs, retryDelayMs, retryPolicies, secondMs } from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import type { DroppedItem, Json, PlatformRequest, SearchFault } from '@signalpost/platforms'
import { reach } from '@signalpost/runtime'
import { askPlatform, type PlatformAccess } from './ask-platform.ts'
import { judgePage } from './judge-page.ts'
import { type ListenerRun, placeOf, type RunItem, type SearchReport } from './listener-run.ts'
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
const refusedMs = { unauthorised: 6 * hourMs, gone: 7 * dayMs, refusal: dayMs }

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
  const report: SearchReport = { platform, query, board, fetched: 0, kept: 0, passedOver: [], error: null }
  const outcome: SearchOutcome = { report, items: [], fault: undefined, blockedMs: undefined }
  const input = { query, board, sinceMs: means.sinceMs, nowMs: run.nowMs(), cursor: search.cursor }
  const first = search.search.start(input)
  if ('refusal' in first) {
    report.error = first.refusal
    outcome.blockedMs = refusedMs.refusal
    await settle(run, search, { error: `${placeOf(search)}: ${first.refusal}`, blockedMs: refusedMs.refusal })
    return outcome
  }
  let next: PlatformRequest | null = first
  for (let pages = 0; next !== null && pages < mostPages && report.kept < means.room; pages += 1) {
    if (means.signal.aborted) return outcome
    const { result, httpStatus } = await askPlatform(means.access, next, { ...run, ...means })
    if (httpStatus !== undefined) means.onAsked(httpStatus)
    if ('fault' in result) {
      if (means.signal.aborted) return outcome
      // What is new was read. The rest of the past waits until backfills may ask again.
      if (next.isBackfill && result.fault === 'exhausted') break
      report.error = result.message
      outcome.fault = result.fault
      outcome.blockedMs = blockedMsOf(result, search)
      await settle(run, search, {
        error: `${placeOf(search)}: ${result.message}`,
        blockedMs: outcome.blockedMs,
      })
      return outcome
    }
    const judged = await judgePage(run, result.items, means.signal)
    reach('search.judged')
    await keep(run, search, { finds: judged.finds, cursor: result.cursor })
    reach('search.kept')
    report.fetched += result.items.length
    countReasons(report, result.dropped)
    report.kept += judged.items.filter(({ kept }) => kept).length
    outcome.items.push(...judged.items)
    next = result.next
  }
  await settle(run, search, null)
  reach('search.settled')
  return outcome
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
  page: Pick<Parameters<typeof keepFinds>[1], 'finds' | 'cursor'>,
): Promise<void> {
  if (token === undefined) return
  const kept = await keepFinds(database, { orgId, listenerId, token, searchId, history, ...page })
  if (kept === undefined) throw new LeaseLostError()
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
