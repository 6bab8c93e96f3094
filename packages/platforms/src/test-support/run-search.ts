import type { FoundItem, Platform } from '@signalpost/domain'
import {
  addressOf,
  type DroppedItem,
  getPlatform,
  type Json,
  type PlatformRequest,
  type PlatformSecrets,
  type SearchFault,
} from '../index.ts'

export type SearchRun = {
  items: FoundItem[]
  dropped: DroppedItem[]
  /** Of the last page that was read. */
  cursor: Json
  requests: number
  fault?: SearchFault
}

type Run = {
  platform: Platform
  baseUrl: string
  query: string
  board?: string | null
  sinceMs?: number
  nowMs: number
  cursor?: Json
  secrets?: PlatformSecrets
  mostRequests?: number
}

/** Runs a search over HTTP until it ends, or after `mostRequests`. Throws for one that is refused. */
export async function runSearch(run: Run): Promise<SearchRun> {
  const { platform, query, nowMs, board = null, sinceMs = 0, mostRequests = 100 } = run
  const { search } = getPlatform(platform)
  if (search === undefined) throw new Error(`${platform} has no search`)
  const started = search.start({ query, board, sinceMs, nowMs, cursor: run.cursor ?? null })
  if ('refusal' in started) throw new Error(started.refusal)
  const done: SearchRun = { items: [], dropped: [], cursor: run.cursor ?? null, requests: 0 }
  let request: PlatformRequest | null = started
  while (request !== null && done.requests < mostRequests) {
    done.requests += 1
    const response = await fetch(addressOf(request, run.baseUrl), {
      method: request.method,
      headers: { ...request.headers, ...search.authorize(request, run.secrets ?? {}) },
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
    })
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
      receivedAtMs: nowMs,
    }
    const page = search.read(answer, request)
    if ('fault' in page) return { ...done, fault: page }
    done.items.push(...page.items)
    done.dropped.push(...page.dropped)
    done.cursor = page.cursor
    // As a run that ended here and was resumed from what is stored.
    request =
      page.next === null ? null : { ...page.next, state: JSON.parse(JSON.stringify(page.next.state)) as Json }
  }
  return done
}
