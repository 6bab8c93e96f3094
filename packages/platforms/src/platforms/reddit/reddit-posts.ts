import { dayMs, minuteMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import manifest from '../../../../../package.json' with { type: 'json' }
import { datedOf } from '../../reading/collect-items.ts'
import { broken, findFault, findRetryAfterMs, readAnswer } from '../../reading/read-answer.ts'
import { oneLine, plainText } from '../../reading/read-text.ts'
import type {
  DroppedItem,
  Json,
  PlatformAnswer,
  PlatformRequest,
  RereadItem,
  SearchFault,
} from '../../search.ts'

export const postIdSchema = z.string().regex(/^[a-z0-9]{1,13}$/)
export const fullnameSchema = z.string().regex(/^t3_[a-z0-9]{1,13}$/)

const postSchema = z.object({
  id: postIdSchema,
  title: z.string(),
  selftext: z.string().nullish().catch(null),
  author: z.string().nullish().catch(null),
  subreddit: z.string().nullish().catch(null),
  permalink: z.string().startsWith('/').nullish().catch(null),
  created_utc: z.number().nullish().catch(null),
  removed_by_category: z.string().nullish().catch(null),
})
const listingSchema = z.object({
  data: z.object({
    children: z.array(z.object({ data: z.unknown() })),
    after: fullnameSchema.nullish().catch(null),
  }),
})
const tokenSchema = z.object({ access_token: z.string().min(1).max(4_000) })
const refusalSchema = z.object({ reason: z.enum(['private', 'banned', 'quarantined', 'gold_only']) })

const throttledMs = 10 * minuteMs
const blanks = new Set(['[removed]', '[deleted]'])

/** A listing, the newest first where it is a search's. */
export type Listing = {
  entries: unknown[]
  after: string | null
  /** Until Reddit's window ends, if nothing is left of it. */
  quietMs?: number
}

/** Asks for a token, which Reddit lets expire. Whatever has no token asks for one first. */
export function tokenRequest(state: Json): PlatformRequest {
  return {
    ...{ method: 'POST', url: 'https://www.reddit.com/api/v1/access_token' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
    ...{ unit: 'request', cost: 1, state },
  }
}

function readToken(answer: PlatformAnswer): { token: string } | SearchFault {
  const read = readAnswer(answer)
  if ('fault' in read) return read
  const parsed = tokenSchema.safeParse(read.json)
  return parsed.success ? { token: parsed.data.access_token } : broken('The answer has no token.')
}

/** `isRenewed` says whether the token is a second one, because Reddit refused the first. */
type RenewedState = { readonly [name: string]: Json; isRenewed: boolean }

/**
 * Returns the token that a listing was asked for with. Where the answer is no listing, returns what to ask next: with the
 * token that the answer gives, or for a second one where Reddit refuses the first.
 */
export function followToken(
  answer: PlatformAnswer,
  { token }: Pick<PlatformRequest, 'token'>,
  { state, ask }: { state: RenewedState; ask: (token: string) => PlatformRequest },
): { token: string } | { next: PlatformRequest } | SearchFault {
  if (token === undefined) {
    const read = readToken(answer)
    return 'fault' in read ? read : { next: ask(read.token) }
  }
  const isRefused = answer.status === 401 && !state.isRenewed
  return isRefused ? { next: tokenRequest({ ...state, isRenewed: true }) } : { token }
}

/** Reads a listing. `gone` is what a place that is not there means. */
export function readListing(answer: PlatformAnswer, gone?: string): Listing | SearchFault {
  const fault = faultOf(answer, gone)
  if (fault !== undefined) return fault
  const read = readAnswer(answer)
  if ('fault' in read) return read
  const parsed = listingSchema.safeParse(read.json)
  if (!parsed.success) return broken('The answer has no list of posts.')
  const { children, after } = parsed.data.data
  const left = Number(answer.headers['x-ratelimit-remaining'] ?? 'unknown')
  const resetMs = resetMsOf(answer)
  return {
    entries: children.map(({ data }) => data),
    after: after ?? null,
    ...(left < 1 && resetMs !== undefined && { quietMs: resetMs }),
  }
}

/** Reddit also answers 403 where 429 is meant; a subreddit that is closed says so. */
function faultOf(answer: PlatformAnswer, gone: string | undefined): SearchFault | undefined {
  const { status } = answer
  if (gone !== undefined && (status === 302 || status === 404 || reasonOf(answer.body) !== undefined)) {
    return { fault: 'gone', message: gone }
  }
  if (status !== 403 && status !== 429) return findFault(answer)
  const retryAfterMs = findRetryAfterMs(answer) ?? resetMsOf(answer) ?? throttledMs
  return { fault: 'throttled', retryAfterMs, message: `Reddit asks us to wait (${status}).` }
}

function reasonOf(body: string): string | undefined {
  try {
    return refusalSchema.safeParse(JSON.parse(body)).data?.reason
  } catch {
    // An answer that is no JSON gives no reason.
    return undefined
  }
}

function resetMsOf({ headers }: PlatformAnswer): number | undefined {
  const resetMs = Number(headers['x-ratelimit-reset'] ?? 'unknown') * secondMs
  return resetMs > 0 ? Math.min(dayMs, Math.max(secondMs, resetMs)) : undefined
}

export function keyOf(id: string): string {
  return `reddit.com/comments/${id}`
}

/** Undefined for a key that is not one of ours. */
export function idOf(key: string): string | undefined {
  return /^reddit\.com\/comments\/([a-z0-9]{1,13})$/.exec(key)?.[1]
}

export type RedditPost = { id: string; item: RereadItem | DroppedItem; createdMs: number | undefined }

/** Returns a post; undefined without an id or a title. What its author or a moderator removed is no item. */
export function postOf(entry: unknown, receivedAtMs: number): RedditPost | undefined {
  const parsed = postSchema.safeParse(entry)
  if (!parsed.success) return undefined
  const {
    id,
    subreddit,
    permalink,
    created_utc: createdS,
    removed_by_category: remover,
    ...post
  } = parsed.data
  const key = keyOf(id)
  const createdMs = createdS == null ? undefined : createdS * secondMs
  const title = oneLine(post.title)
  const text = plainText(post.selftext ?? '')
  if (title === '') return undefined
  const isRemoved = remover != null || post.author === '[deleted]' || blanks.has(text) || blanks.has(title)
  if (isRemoved) return { id, createdMs, item: { key, reason: 'it was removed' } }
  const author = oneLine(post.author ?? '')
  const place = oneLine(subreddit ?? '')
  const item: RereadItem = {
    ...{ platform: 'reddit', key, title, text },
    url: `https://www.reddit.com${permalink ?? `/comments/${id}/`}`,
    ...(author !== '' && { author }),
    ...datedOf(createdMs, { receivedAtMs }),
    coverage: text === '' ? 'best_effort' : 'full_text',
    ...(place !== '' && { place }),
    isQuestion: title.endsWith('?'),
  }
  return { id, createdMs, item }
}

/** Reddit wants to know who asks: the app, its version, and the account that owns it. */
export function authorizeReddit(
  { token }: PlatformRequest,
  { clientId = '', clientSecret = '', username = '' }: Readonly<Record<string, string>>,
): Record<string, string> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const name = username.replaceAll(/[^\w-]/g, '')
  const app = clientId.replaceAll(/[^\w-]/g, '')
  return {
    'user-agent': `server:${app}:Signalpost/${manifest.version} (by /u/${name})`,
    authorization: token === undefined ? `Basic ${basic}` : `Bearer ${token}`,
  }
}

export function listingRequest(
  path: string,
  parameters: Readonly<Record<string, string>>,
  { state, token, isBackfill = false }: { state: Json; token: string; isBackfill?: boolean },
): PlatformRequest {
  const query = new URLSearchParams({ ...parameters, raw_json: '1' }).toString()
  return {
    ...{
      method: 'GET',
      url: `https://oauth.reddit.com${path}?${query}`,
      headers: {},
      unit: 'request',
      cost: 1,
    },
    ...(isBackfill && { isBackfill }),
    ...{ state, token },
  }
}
