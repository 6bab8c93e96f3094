import type { FoundItem, Platform } from '@signalpost/domain'
import {
  addressOf,
  type DroppedItem,
  getPlatform,
  type Json,
  type PlatformAnswer,
  type PlatformRequest,
  type PlatformSecrets,
  type RereadItem,
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
  const { search, secrets: declared } = getPlatform(platform)
  if (search === undefined) throw new Error(`${platform} has no search`)
  const started = search.start({ query, board, sinceMs, nowMs, cursor: run.cursor ?? null })
  if ('refusal' in started) throw new Error(started.refusal)
  const secrets = run.secrets ?? Object.fromEntries(declared.map(({ name }) => [name, 'a secret']))
  const done: SearchRun = { items: [], dropped: [], cursor: run.cursor ?? null, requests: 0 }
  let request: PlatformRequest | null = started
  while (request !== null && done.requests < mostRequests) {
    done.requests += 1
    const answer = await ask(request, { ...run, secrets })
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

/** Reads items again over HTTP, as many at once as the platform allows. */
export async function reread(
  run: Pick<Run, 'platform' | 'baseUrl' | 'nowMs' | 'secrets'> & { keys: readonly string[] },
): Promise<{ items: RereadItem[]; unread: string[]; requests: number; fault?: SearchFault }> {
  const { search, secrets: declared } = getPlatform(run.platform)
  const retention = search?.retention
  if (retention == null) throw new Error(`${run.platform} asks for no reread`)
  const secrets = run.secrets ?? Object.fromEntries(declared.map(({ name }) => [name, 'a secret']))
  const done = { items: [] as RereadItem[], unread: [] as string[], requests: 0 }
  for (let at = 0; at < run.keys.length; at += retention.mostKeys) {
    let request = retention.start(run.keys.slice(at, at + retention.mostKeys))
    while (request !== null) {
      done.requests += 1
      const page = retention.read(await ask(request, { ...run, secrets }), request)
      if ('fault' in page) return { ...done, fault: page }
      done.items.push(...page.items)
      done.unread.push(...(page.unread ?? []))
      request = page.next
    }
  }
  return done
}

async function ask(
  request: PlatformRequest,
  {
    platform,
    baseUrl,
    nowMs,
    secrets,
  }: Pick<Run, 'platform' | 'baseUrl' | 'nowMs'> & { secrets: PlatformSecrets },
): Promise<PlatformAnswer> {
  const headers = { ...request.headers, ...getPlatform(platform).search?.authorize(request, secrets) }
  const response = await fetch(addressOf(request, baseUrl), {
    ...{ method: request.method, headers, redirect: 'manual' },
    ...(request.body !== undefined && { body: request.body }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    receivedAtMs: nowMs,
  }
}
