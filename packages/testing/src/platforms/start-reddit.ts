import type { ServiceReply, ServiceRequest } from '../services/start-service.ts'
import { answerJson, type PlatformStandIn, type StandInPost, startStandIn } from './start-stand-in.ts'

export type RedditStandIn = PlatformStandIn & {
  /** Ends all tokens that were given. */
  expireTokens: () => void
  /** What is left of the window, and when it ends. */
  limit: { remaining: number; resetS: number }
}

const mostListed = 1_000
const closed: Record<string, { status: number; reason: string }> = {
  secret: { status: 403, reason: 'private' },
  nowhere: { status: 404, reason: 'banned' },
}

/**
 * Reddit's Data API: tokens for the credentials of an app, which end; a search of all or some subreddits, newest first, 100
 * posts a page with the last one's name for the next, 1,000 in all; posts by their names. It wants a User-Agent that names an
 * account, counts requests in `x-ratelimit-*` and answers 429 when none is left.
 * https://www.reddit.com/dev/api and https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export async function startReddit(given: readonly StandInPost[] = []): Promise<RedditStandIn> {
  const tokens = new Set<string>()
  const limit = { remaining: 1_000, resetS: 300 }
  let tokensGiven = 0
  const answer = (url: URL, received: ServiceRequest, posts: readonly StandInPost[]): ServiceReply => {
    const { authorization = '', 'user-agent': agent = '' } = received.headers
    if (!agent.includes('(by /u/')) return answerJson({ message: 'Too Many Requests', error: 429 }, 429)
    if (url.pathname === '/api/v1/access_token') {
      const isGrant = received.method === 'POST' && received.body === 'grant_type=client_credentials'
      const [scheme, credentials = ''] = authorization.split(' ')
      const isKnown = scheme === 'Basic' && !Buffer.from(credentials, 'base64').toString().includes('wrong')
      if (!isGrant || !isKnown) return answerJson({ message: 'Unauthorized', error: 401 }, 401)
      tokensGiven += 1
      tokens.add(`token ${tokensGiven}`)
      return answerJson({
        access_token: `token ${tokensGiven}`,
        token_type: 'bearer',
        expires_in: 86_400,
        scope: '*',
      })
    }
    if (!tokens.has(authorization.replace('Bearer ', ''))) {
      return answerJson({ message: 'Unauthorized', error: 401 }, 401)
    }
    if (limit.remaining <= 0) return answerJson({ message: 'Too Many Requests', error: 429 }, 429)
    limit.remaining -= 1
    if (url.pathname === '/api/info') return info(posts, url.searchParams)
    const places = /^(?:\/r\/([\w+]+))?\/search$/.exec(url.pathname)
    return places === null
      ? answerJson({ message: 'Not Found', error: 404 }, 404)
      : search(posts, url, places[1])
  }
  const standIn = await startStandIn(given, ({ url, received, posts }) => {
    const reply = answer(url, received, posts)
    const headers = {
      'x-ratelimit-remaining': `${limit.remaining}.0`,
      'x-ratelimit-reset': `${limit.resetS}`,
    }
    return { ...reply, headers: { ...reply.headers, ...headers } }
  })
  return { ...standIn, limit, expireTokens: () => tokens.clear() }
}

/** The id that a post has. */
export function redditPostId(id: number): string {
  return `p${id.toString(36)}`
}

function search(posts: readonly StandInPost[], url: URL, places: string | undefined): ServiceReply {
  const names = places?.split('+') ?? []
  const refused = names.map((name) => closed[name]).find((one) => one !== undefined)
  if (refused !== undefined)
    return answerJson({ message: 'Forbidden', error: refused.status, reason: refused.reason }, refused.status)
  const parameters = url.searchParams
  const query = parameters.get('q') ?? ''
  if (query === '' || query.length > 512) return answerJson({ message: 'Bad Request', error: 400 }, 400)
  const found = posts
    .filter((post) => names.length === 0 || names.includes(subredditOf(post)))
    .filter(({ title, text }) => matches(`${title} ${text}`.toLowerCase(), query.toLowerCase()))
    .sort((a, b) => b.publishedAtMs - a.publishedAtMs)
    .slice(0, mostListed)
  const after = parameters.get('after')
  const last = found.findIndex(({ id }) => `t3_${redditPostId(id)}` === after)
  // Nothing comes after a post that is no longer there.
  const start = after === null ? 0 : last < 0 ? found.length : last + 1
  const end = start + Math.min(100, Number(parameters.get('limit') ?? 25))
  const shown = found.slice(start, end)
  const next = end < found.length ? shown.at(-1) : undefined
  return listing(shown, next === undefined ? null : `t3_${redditPostId(next.id)}`)
}

function info(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const names = (parameters.get('id') ?? '').split(',')
  if (names.length > 100) return answerJson({ message: 'Bad Request', error: 400 }, 400)
  return listing(
    posts.filter(({ id }) => names.includes(`t3_${redditPostId(id)}`)),
    null,
  )
}

function listing(posts: readonly StandInPost[], after: string | null): ServiceReply {
  const children = posts.map((post) => ({ kind: 't3', data: dataOf(post) }))
  return answerJson({ kind: 'Listing', data: { after, before: null, dist: children.length, children } })
}

function dataOf(post: StandInPost) {
  const { id, title, text, publishedAtMs, author = 'someone', raw } = post
  const name = redditPostId(id)
  const subreddit = subredditOf(post)
  return {
    ...{ id: name, name: `t3_${name}`, title, selftext: text, author, subreddit, is_self: true },
    ...{
      permalink: `/r/${subreddit}/comments/${name}/a_slug/`,
      created_utc: Math.floor(publishedAtMs / 1_000),
    },
    removed_by_category: null,
    ...raw,
  }
}

function subredditOf({ raw }: StandInPost): string {
  return typeof raw?.subreddit === 'string' ? raw.subreddit : 'sales'
}

/** All words of phrases, one of a group with OR, none after NOT; fields are left out. */
function matches(text: string, query: string): boolean {
  const saysAll = (part: string): boolean =>
    (part.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => text.includes(word))
  const terms = (group: string): string[] =>
    group.split(/ or /).map((term) => term.replaceAll(/\b[a-z]+:/g, ' '))
  const groups = [...query.matchAll(/(not )?\(([^)]*)\)/g)]
  const rest = query.replaceAll(/(not )?\([^)]*\)/g, ' ').replaceAll(/\b(?:and|not \S+)\b|\b[a-z]+:/g, ' ')
  return (
    groups.every(([, not, inner = '']) => terms(inner).some(saysAll) === (not === undefined)) && saysAll(rest)
  )
}
