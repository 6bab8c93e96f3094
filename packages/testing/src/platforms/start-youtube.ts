import type { ServiceReply } from '../services/start-service.ts'
import { answerJson, type PlatformStandIn, type StandInPost, startStandIn } from './start-stand-in.ts'

export type YoutubeStandIn = PlatformStandIn & {
  /** Videos whose owner disabled comments, by id. */
  withoutComments: Set<string>
  /** What a day costs so far. `newDay` is midnight in California. */
  spent: { searches: number; units: number }
  newDay: () => void
}

const mostSearches = 100
const mostUnits = 10_000
/** A thread shows only some of its replies; the documentation does not say which. */
const mostReplies = 5

/**
 * YouTube's Data API: posts are videos, or comments on one if `raw` has a `videoId`, replies if it has a `parentId` too. A search shows the ids of videos
 * that have all words, newest first, with texts that are cut; it costs one of 100 a day, other calls one of 10,000.
 * https://developers.google.com/youtube/v3/docs and /youtube/v3/determine_quota_cost
 */
export async function startYoutube(given: readonly StandInPost[] = []): Promise<YoutubeStandIn> {
  const spent = { searches: 0, units: 0 }
  const withoutComments = new Set<string>()
  const standIn = await startStandIn(given, ({ url, received, posts }) => {
    const key = received.headers['x-goog-api-key']
    if (key === undefined || key === '') return refuse(403, 'forbidden')
    if (key === 'wrong') return refuse(400, 'badRequest', 'API_KEY_INVALID')
    const method = /^\/youtube\/v3\/(\w+)$/.exec(url.pathname)?.[1]
    const name = method === 'search' ? 'searches' : 'units'
    if (spent[name] >= (method === 'search' ? mostSearches : mostUnits)) return refuse(403, 'quotaExceeded')
    spent[name] += 1
    const parameters = url.searchParams
    if (method === 'search') return search(posts, parameters)
    if (method === 'videos') return videos(posts, parameters)
    if (method === 'commentThreads') {
      const videoId = parameters.get('videoId') ?? ''
      if (withoutComments.has(videoId)) return refuse(403, 'commentsDisabled')
      return parameters.has('id') ? threadsById(posts, parameters) : threads(posts, parameters)
    }
    return method === 'comments' ? comments(posts, parameters) : refuse(404, 'notFound')
  })
  return {
    ...standIn,
    ...{ spent, withoutComments },
    newDay: () => Object.assign(spent, { searches: 0, units: 0 }),
  }
}

/** The id that a post has as a video. */
export function youtubeVideoId(id: number): string {
  return `video${String(id).padStart(6, '0')}`
}

/** The id that a post has as a comment. */
export function youtubeCommentId(id: number): string {
  return `Ugcomment${id}`
}

function search(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const query = (parameters.get('q') ?? '').toLowerCase()
  const afterMs = Date.parse(parameters.get('publishedAfter') ?? '1970-01-01T00:00:00Z')
  const beforeMs = Date.parse(parameters.get('publishedBefore') ?? '9999-01-01T00:00:00Z')
  const found = posts
    .filter((post) => videoIdOf(post) === undefined)
    .filter(({ publishedAtMs }) => publishedAtMs >= afterMs && publishedAtMs <= beforeMs)
    .filter(({ title, text }) => matches(`${title} ${text}`.toLowerCase(), query))
    .sort((a, b) => b.publishedAtMs - a.publishedAtMs)
  return page(found, parameters, (post) => ({
    id: { kind: 'youtube#video', videoId: youtubeVideoId(post.id) },
    snippet: { ...snippetOf(post), description: `${post.text.slice(0, 20)} ...` },
  }))
}

/** A bar within parentheses means any of them; whatever else is there, all of it. */
function matches(text: string, query: string): boolean {
  const saysAll = (part: string): boolean =>
    (part.replaceAll(/-\S+/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => text.includes(word))
  const groups = [...query.matchAll(/\(([^)]*)\)/g)].map(([, inner = '']) => inner.split('|'))
  return groups.every((group) => group.some(saysAll)) && saysAll(query.replaceAll(/\([^)]*\)/g, ' '))
}

function videos(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const ids = (parameters.get('id') ?? '').split(',')
  if (ids.length > 50) return refuse(400, 'invalidFilters')
  const found = posts.filter((post) => videoIdOf(post) === undefined && ids.includes(youtubeVideoId(post.id)))
  return answerJson({
    items: found.map((post) => ({ id: youtubeVideoId(post.id), snippet: snippetOf(post) })),
  })
}

function threads(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const videoId = parameters.get('videoId')
  const isVideo = posts.some((post) => youtubeVideoId(post.id) === videoId && videoIdOf(post) === undefined)
  if (!isVideo) return refuse(404, 'videoNotFound')
  const term = (parameters.get('searchTerms') ?? '').toLowerCase()
  const found = posts
    .filter((post) => videoIdOf(post) === videoId && post.raw?.parentId === undefined)
    .filter(({ text }) => text.toLowerCase().includes(term))
    .sort((a, b) => b.publishedAtMs - a.publishedAtMs)
  return page(found, parameters, (post) => threadOf(post, posts, parameters))
}

/** Neither sorts nor searches, and leaves out those that are gone. */
function threadsById(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const ids = (parameters.get('id') ?? '').split(',')
  const others = ['order', 'searchTerms', 'maxResults', 'videoId'].some((name) => parameters.has(name))
  if (others || ids.length > 50) return refuse(400, 'operationNotSupported')
  const found = posts.filter(
    (post) => post.raw?.parentId === undefined && ids.includes(youtubeCommentId(post.id)),
  )
  return answerJson({ items: found.map((post) => threadOf(post, posts, parameters)) })
}

function threadOf(post: StandInPost, posts: readonly StandInPost[], parameters: URLSearchParams) {
  const id = youtubeCommentId(post.id)
  const hasReplies = parameters.get('part')?.split(',').includes('replies') === true
  const replies = posts.filter(({ raw }) => raw?.parentId === id)
  const shown = replies.slice(0, mostReplies).map(commentOf)
  return {
    id,
    snippet: {
      videoId: videoIdOf(post),
      topLevelComment: commentOf(post),
      totalReplyCount: replies.length,
    },
    ...(hasReplies && shown.length > 0 && { replies: { comments: shown } }),
  }
}

/** Says nothing of one that is gone among others, but that it is not found where it is the only one. */
function comments(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const parentId = parameters.get('parentId')
  if (parentId !== null) {
    const replies = posts.filter(({ raw }) => raw?.parentId === parentId)
    return page(replies, parameters, commentOf)
  }
  const ids = (parameters.get('id') ?? '').split(',')
  const found = posts.filter(
    (post) => videoIdOf(post) !== undefined && ids.includes(youtubeCommentId(post.id)),
  )
  return found.length === 0 ? refuse(404, 'commentNotFound') : answerJson({ items: found.map(commentOf) })
}

function page(
  found: readonly StandInPost[],
  parameters: URLSearchParams,
  show: (post: StandInPost) => unknown,
): ServiceReply {
  const length = Math.min(Number(parameters.get('maxResults') ?? 5), 100)
  const start = Number(parameters.get('pageToken')?.replace('page', '') ?? 0)
  const end = start + length
  return answerJson({
    ...(end < found.length && { nextPageToken: `page${end}` }),
    pageInfo: { totalResults: found.length, resultsPerPage: length },
    items: found.slice(start, end).map(show),
  })
}

function snippetOf({ title, text, publishedAtMs, author = 'A channel', raw }: StandInPost) {
  return {
    publishedAt: secondOf(publishedAtMs),
    channelTitle: author,
    title,
    description: text,
    ...raw,
  }
}

function commentOf(post: StandInPost) {
  const { id, text, publishedAtMs, author = '@someone' } = post
  const snippet = { authorDisplayName: author, textDisplay: text, publishedAt: secondOf(publishedAtMs) }
  return { id: youtubeCommentId(id), snippet }
}

function videoIdOf({ raw }: StandInPost): unknown {
  return raw?.videoId
}

function secondOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

function refuse(code: number, reason: string, detail?: string): ServiceReply {
  const details = detail === undefined ? [] : [{ '@type': 'ErrorInfo', reason: detail }]
  return answerJson({ error: { code, message: reason, errors: [{ reason }], details } }, code)
}
