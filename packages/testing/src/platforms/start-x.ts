import { randomUUID } from 'node:crypto'
import type { ServiceReply } from '../services/start-service.ts'
import { answerJson, type PlatformStandIn, type StandInPost, startStandIn } from './start-stand-in.ts'

export type XStandIn = PlatformStandIn & {
  /** How many posts and users were shown, which X bills. */
  billed: { reads: number }
  /** What the account may still be billed for. */
  credits: { left: number }
  /** The clock of X. */
  clock: { nowMs: number | undefined }
}

const weekMs = 7 * 24 * 60 * 60 * 1_000
const epochMs = 1_288_834_974_657n
const longestQuery = 512

/**
 * X's API v2: searches the last seven days, newest first, 10 to 100 posts a page with a token for the next, by queries of
 * at most 512 characters; reads up to 100 posts by their ids, and names those that are not there. Bills what it shows, and
 * answers 402 without credits. https://docs.x.com/x-api/posts/search/introduction and /x-api/posts/lookup/introduction
 */
export async function startX(given: readonly StandInPost[] = []): Promise<XStandIn> {
  const billed = { reads: 0 }
  const credits = { left: Number.POSITIVE_INFINITY }
  const clock: XStandIn['clock'] = { nowMs: undefined }
  const standIn = await startStandIn(given, ({ url, received, posts }) => {
    const { authorization = '' } = received.headers
    if (!/^Bearer .+/.test(authorization) || authorization === 'Bearer wrong')
      return problem(401, 'Unauthorized')
    if (credits.left <= 0) return problem(402, 'CreditsDepleted')
    const bill = (reads: number): void => {
      billed.reads += reads
      credits.left -= reads
    }
    const parameters = url.searchParams
    if (url.pathname === '/2/tweets') return lookUp(posts, parameters, bill)
    if (url.pathname !== '/2/tweets/search/recent') return problem(404, 'Not Found')
    const newestMs = Math.max(0, ...posts.map(({ publishedAtMs }) => publishedAtMs))
    return search(posts, parameters, { nowMs: clock.nowMs ?? newestMs, bill })
  })
  return { ...standIn, billed, credits, clock }
}

/** The id that a post has. It holds its time. */
export function xPostId({ id, publishedAtMs }: Pick<StandInPost, 'id' | 'publishedAtMs'>): string {
  return `${((BigInt(Math.floor(publishedAtMs)) - epochMs) << 22n) + BigInt(id)}`
}

type Bill = (reads: number) => void

function search(
  posts: readonly StandInPost[],
  parameters: URLSearchParams,
  { nowMs, bill }: { nowMs: number; bill: Bill },
): ServiceReply {
  const query = parameters.get('query') ?? ''
  const length = Number(parameters.get('max_results') ?? 10)
  const sinceId = parameters.get('since_id')
  const startMs = Date.parse(parameters.get('start_time') ?? '1970-01-01T00:00:00Z')
  const isTooOld = (ms: number): boolean => ms < nowMs - weekMs
  if (query === '' || query.length > longestQuery) return problem(400, 'Invalid Request')
  if (!(length >= 10 && length <= 100)) return problem(400, 'Invalid Request')
  if (parameters.has('start_time') && isTooOld(startMs)) return problem(400, 'Invalid Request')
  if (sinceId !== null && isTooOld(Number((BigInt(sinceId) >> 22n) + epochMs)))
    return problem(400, 'Invalid Request')
  const token = parameters.get('next_token')
  if (token !== null && !/^b26v\d+$/.test(token)) return problem(400, 'Invalid Request')
  const beforeId = token === null ? undefined : BigInt(token.slice('b26v'.length))
  const found = posts
    .filter((post) => !isTooOld(post.publishedAtMs) && post.publishedAtMs >= startMs)
    .map((post) => ({ post, id: BigInt(xPostId(post)) }))
    .filter(
      ({ id }) => (sinceId === null || id > BigInt(sinceId)) && (beforeId === undefined || id < beforeId),
    )
    .filter(({ post }) => matches(textOf(post).toLowerCase(), query.toLowerCase()))
    .sort((a, b) => (a.id > b.id ? -1 : 1))
  const shown = found.slice(0, length).map(({ post }) => post)
  const last = shown.at(-1)
  const hasMore = found.length > length && last !== undefined
  const users = parameters.get('expansions') === 'author_id' ? [...new Set(shown.map(authorOf))] : []
  bill(shown.length + users.length)
  return answerJson({
    ...(shown.length > 0 && { data: shown.map(tweetOf) }),
    ...(users.length > 0 && {
      includes: { users: users.map((name) => ({ id: `of ${name}`, username: name })) },
    }),
    meta: { result_count: shown.length, ...(hasMore && { next_token: `b26v${xPostId(last)}` }) },
  })
}

function lookUp(posts: readonly StandInPost[], parameters: URLSearchParams, bill: Bill): ServiceReply {
  const ids = (parameters.get('ids') ?? '').split(',')
  if (ids.length > 100) return problem(400, 'Invalid Request')
  const shown = posts.filter((post) => ids.includes(xPostId(post)))
  const missing = ids.filter((id) => !shown.some((post) => xPostId(post) === id))
  bill(shown.length)
  return answerJson({
    ...(shown.length > 0 && { data: shown.map(tweetOf) }),
    ...(missing.length > 0 && {
      errors: missing.map((id) => ({ resource_id: id, resource_type: 'tweet', title: 'Not Found Error' })),
    }),
  })
}

/** Quoted phrases and single words, OR within parentheses, a minus excludes; what has a colon is an operator. */
function matches(text: string, query: string): boolean {
  const words = ` ${(text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  const says = (term: string): boolean =>
    words.includes(` ${(term.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `)
  const termsIn = (part: string): string[] =>
    [...part.matchAll(/"([^"]*)"|([^\s"()]+)/g)].map(([, phrase, word = '']) => phrase ?? word)
  const groups = [...query.matchAll(/\(([^)]*)\)/g)].map(([, inner = '']) => termsIn(inner))
  const terms = termsIn(query.replaceAll(/\([^)]*\)/g, ' ')).filter((term) => !term.includes(':'))
  return (
    groups.every((group) => group.some((term) => term !== 'or' && says(term))) &&
    terms.every((term) => (term.startsWith('-') ? !says(term.slice(1)) : says(term)))
  )
}

function tweetOf(post: StandInPost) {
  return {
    id: xPostId(post),
    text: textOf(post).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    author_id: `of ${authorOf(post)}`,
    created_at: new Date(post.publishedAtMs).toISOString(),
    lang: 'en',
    edit_history_tweet_ids: [xPostId(post)],
    ...post.raw,
  }
}

function textOf({ title, text }: StandInPost): string {
  return `${title}\n${text}`
}

function authorOf({ author = 'someone' }: StandInPost): string {
  return author
}

function problem(status: number, title: string): ServiceReply {
  return answerJson({ title, status, detail: randomUUID(), type: 'https://api.x.com/2/problems' }, status)
}
