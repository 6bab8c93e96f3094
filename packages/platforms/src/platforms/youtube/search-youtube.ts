import { dayMs, hourMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems } from '../../reading/collect-items.ts'
import { type QueryTerms, readQuery, reasonAgainst } from '../../reading/match-query.ts'
import { broken } from '../../reading/read-answer.ts'
import type { PlatformRequest, RereadItem, SearchPage } from '../../search.ts'
import { rereadYoutube } from './reread-youtube.ts'
import { callOf, quotaZone, readList, type YoutubePage } from './youtube-answers.ts'
import { commentOf, idsOf, videoIdSchema, videoOf } from './youtube-items.ts'

const resultsPerPage = 50
/** Each costs one of the 100 searches of a day. */
const mostSearches = 10
const commentsPerPage = 100
const mostCommentPages = 2
/** How many of the newest videos are looked at for comments. */
const mostWatched = 20
/** Videos are indexed late: each run looks so far back again. */
const videoOverlapMs = dayMs
const commentOverlapMs = hourMs

const moment = z.int().min(0).max(4_000_000_000_000)
const pageToken = z.string().max(500).nullable()

/**
 * A run searches for videos from the newest back to where the one before began, reads each page of results as videos,
 * and then the comments of the newest videos that match. Each search ends at the oldest video that the last one showed.
 */
const walkSchema = z.object({
  startedMs: moment,
  /** The newest video of this walk. */
  newestMs: moment.nullable(),
  untilMs: moment.nullable(),
  pageToken,
  searches: z.int().min(0).max(mostSearches),
  /** Whether the last page of results was read. */
  isSearched: z.boolean(),
  /** Results that were not read as videos yet. */
  ids: z.array(videoIdSchema).max(resultsPerPage),
  /** Which watched video's comments come next, and which page of them. */
  video: z.int().min(0).max(mostWatched),
  commentPage: z.int().min(0).max(mostCommentPages),
})
type Walk = z.infer<typeof walkSchema>

const cursorSchema = z.object({
  /** The newest video of all complete walks. */
  newestMs: moment.nullable(),
  /** The newest first. `seenMs` is when comments were read to their end. */
  watched: z.array(z.object({ id: videoIdSchema, seenMs: moment.nullable() })).max(mostWatched),
  walk: walkSchema.nullable(),
})
const stateSchema = cursorSchema.extend({
  query: z.string(),
  sinceMs: z.number(),
  walk: walkSchema,
})
type State = z.infer<typeof stateSchema>

const resultSchema = z.object({
  id: z.object({ videoId: videoIdSchema }),
  snippet: z.object({ publishedAt: z.string() }),
})

export const searchYoutube: PlatformSearch = {
  needsBoard: false,
  budget: [
    { unit: 'search', most: 100, windowMs: dayMs, timeZone: quotaZone },
    { unit: 'unit', most: 10_000, windowMs: dayMs, timeZone: quotaZone },
  ],
  // A search costs one of 100 a day.
  leastIntervalMs: dayMs,
  retention: rereadYoutube,
  start: ({ query, sinceMs, nowMs, cursor }) => {
    const parsed = cursorSchema.safeParse(cursor)
    const { newestMs, watched, walk } = parsed.success
      ? parsed.data
      : { newestMs: null, watched: [], walk: null }
    const state = { query, sinceMs, newestMs, watched, walk: walk ?? newWalk(nowMs) }
    return nextRequest(state) ?? searchRequest({ ...state, walk: newWalk(nowMs) })
  },
  read: (answer, request) => {
    const parsed = stateSchema.safeParse(request.state)
    if (!parsed.success) return broken('The request has no state of a search.')
    const state = parsed.data
    const { walk } = state
    const isOfComments = walk.isSearched && walk.ids.length === 0
    const absent = isOfComments
      ? ['commentsDisabled', 'videoNotFound', 'forbidden', 'commentThreadNotFound']
      : []
    const page = readList(answer, { absent })
    if ('fault' in page) return page
    if (isOfComments) return readComments(page, state, answer.receivedAtMs)
    const entries = 'items' in page ? page.items : []
    return walk.ids.length > 0
      ? readVideos(entries, state, answer.receivedAtMs)
      : readResults(entries, 'items' in page ? page.nextPageToken : null, state)
  },
  authorize: (_request, { apiKey = '' }) => ({ 'x-goog-api-key': apiKey }),
}

function newWalk(nowMs: number): Walk {
  return {
    ...{ startedMs: Math.max(0, Math.floor(nowMs)), newestMs: null, untilMs: null, pageToken: null },
    ...{ searches: 0, isSearched: false, ids: [], video: 0, commentPage: 0 },
  }
}

/** Null after the last comments. */
function nextRequest(state: State): PlatformRequest | null {
  const { walk } = state
  if (walk.ids.length > 0) {
    const id = walk.ids.join(',')
    return callOf('videos', { part: 'snippet', id, maxResults: `${resultsPerPage}` }, state)
  }
  return walk.isSearched ? commentsRequest(state) : searchRequest(state)
}

function searchRequest(state: State): PlatformRequest {
  const { query, sinceMs, newestMs, walk } = state
  const fromMs = Math.max(0, sinceMs, newestMs === null ? 0 : newestMs - videoOverlapMs)
  const parameters = {
    ...{ part: 'snippet', type: 'video', order: 'date', maxResults: `${resultsPerPage}` },
    // `intitle:` is not documented for the API: titles are compared here.
    ...{ q: query.replaceAll('intitle:', ''), publishedAfter: secondOf(fromMs) },
    ...(walk.untilMs !== null && { publishedBefore: secondOf(walk.untilMs + 1_000) }),
    ...(walk.pageToken !== null && { pageToken: walk.pageToken }),
  }
  return callOf('search', parameters, state)
}

function commentsRequest(state: State): PlatformRequest | null {
  const { query, watched, walk } = state
  const video = watched[walk.video]
  if (video === undefined) return null
  const [first = [], ...more] = subjectOf(query).wanted
  const [term] = first
  const isOneTerm = term !== undefined && first.length === 1 && more.length === 0
  const parameters = {
    ...{ part: 'snippet,replies', textFormat: 'plainText', order: 'time' },
    maxResults: `${commentsPerPage}`,
    videoId: video.id,
    // How several terms are joined is not documented: those comments are all read, and compared here.
    ...(isOneTerm && { searchTerms: term }),
    ...(walk.pageToken !== null && { pageToken: walk.pageToken }),
  }
  return callOf('commentThreads', parameters, state)
}

/** Takes the ids of a page of results. Their texts are cut, so that the videos are read next. */
function readResults(entries: readonly unknown[], token: string | null, state: State): SearchPage {
  const { walk } = state
  const results = entries.flatMap((entry) => resultSchema.safeParse(entry).data ?? [])
  const dates = results
    .map(({ snippet }) => Date.parse(snippet.publishedAt))
    .filter((ms) => ms >= 0 && ms <= walk.startedMs + dayMs)
  const oldestMs = dates.length === 0 ? null : Math.min(...dates)
  const searches = walk.searches + 1
  const hasAdvanced = oldestMs !== null && (walk.untilMs === null || oldestMs < walk.untilMs)
  const isSearched = token === null || searches >= mostSearches
  return pageOf(
    { items: [], dropped: [] },
    {
      ...state,
      walk: {
        ...walk,
        newestMs: greatest([walk.newestMs, ...dates]),
        untilMs: hasAdvanced ? oldestMs : walk.untilMs,
        // A page of its own is needed only within a second.
        pageToken: hasAdvanced || isSearched ? null : token,
        ...{ searches, isSearched },
        ids: [...new Set(results.map(({ id }) => id.videoId))].slice(0, resultsPerPage),
      },
    },
  )
}

function readVideos(entries: readonly unknown[], state: State, receivedAtMs: number): SearchPage {
  const { query, sinceMs, watched, walk } = state
  const terms = checkedTerms(query)
  const titles = titlesOf(query)
  const found = collectItems(entries, { sinceMs }, (entry) => {
    const video = videoOf(entry, receivedAtMs)
    if (video === undefined) return { reason: 'it lacks an id or a title' }
    const missing = titles.map((title) => reasonAgainst(video.title, { wanted: [[title]], unwanted: [] }))
    const reason = missing.find((one) => one !== undefined) ?? reasonAgainst(wordsOf(video), terms)
    return reason === undefined ? { ...video, foundByQuery: query } : { key: video.key, reason }
  })
  const known = new Set(watched.map(({ id }) => id))
  const fresh = found.items.flatMap(({ key }) => idsOf(key)?.videoId ?? []).filter((id) => !known.has(id))
  // Later pages of a walk show older videos.
  const newer = walk.searches <= 1
  const added = fresh.map((id) => ({ id, seenMs: null }))
  const all = newer ? [...added, ...watched] : [...watched, ...added]
  return pageOf(found, { ...state, watched: all.slice(0, mostWatched), walk: { ...walk, ids: [] } })
}

function readComments(page: YoutubePage, state: State, receivedAtMs: number): SearchPage {
  const { query, watched, walk } = state
  const video = watched[walk.video]
  if (video === undefined) return pageOf({ items: [], dropped: [] }, state)
  const fromMs = video.seenMs === null ? state.sinceMs : video.seenMs - commentOverlapMs
  const terms = subjectOf(query)
  const entries = 'items' in page ? page.items : []
  const dates: number[] = []
  const found = collectItems(entries.flatMap(commentsIn), state, ({ entry, isReply }) => {
    const comment = commentOf(entry, { videoIdOf: () => video.id, receivedAtMs })
    if (comment === undefined) return { reason: 'it lacks an id or a text' }
    // Threads are sorted by their first comment.
    if (comment.publishedAt !== undefined && !isReply) dates.push(Date.parse(comment.publishedAt))
    const reason = reasonAgainst(comment.text, terms)
    return reason === undefined ? { ...comment, foundByQuery: query } : { key: comment.key, reason }
  })
  const token = 'items' in page ? page.nextPageToken : null
  const commentPage = walk.commentPage + 1
  const isRead = dates.length === 0 || Math.min(...dates) < fromMs
  const hasMore = token !== null && !isRead && commentPage < mostCommentPages
  if (hasMore) return pageOf(found, { ...state, walk: { ...walk, pageToken: token, commentPage } })
  const seen = watched.map((one) => (one.id === video.id ? { ...one, seenMs: walk.startedMs } : one))
  return pageOf(found, {
    ...state,
    watched: seen,
    walk: { ...walk, pageToken: null, commentPage: 0, video: walk.video + 1 },
  })
}

const threadSchema = z.object({
  snippet: z.object({ topLevelComment: z.unknown() }),
  replies: z
    .object({ comments: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
})

/** A thread comes with some of its replies, at no further cost. */
function commentsIn(thread: unknown): { entry: unknown; isReply: boolean }[] {
  const parsed = threadSchema.safeParse(thread)
  if (!parsed.success) return [{ entry: undefined, isReply: false }]
  const { snippet, replies } = parsed.data
  const answers = (replies?.comments ?? []).map((entry) => ({ entry, isReply: true }))
  return [{ entry: snippet.topLevelComment, isReply: false }, ...answers]
}

function pageOf(found: Pick<SearchPage, 'items' | 'dropped'>, state: State): SearchPage {
  const { newestMs, watched, walk } = state
  const next = nextRequest(state)
  const cursor =
    next === null
      ? { newestMs: greatest([newestMs, walk.newestMs]), watched, walk: null }
      : { newestMs, watched, walk }
  return { ...found, next, cursor }
}

/** What is compared here: phrases. Single words are left to YouTube, which also finds their other forms. */
function checkedTerms(query: string): QueryTerms {
  const { wanted, unwanted } = readQuery(query)
  const isPhrase = (term: string): boolean => query.includes(`"${term}"`)
  return { wanted: wanted.filter((group) => group.every(isPhrase)), unwanted }
}

/** What a comment has to say: the first of what the query asks of a video, such as its subject. */
function subjectOf(query: string): QueryTerms {
  const { wanted, unwanted } = readQuery(query)
  return { wanted: wanted.slice(0, 1), unwanted }
}

function titlesOf(query: string): string[] {
  return [...query.matchAll(/intitle:"([^"]*[\p{L}\p{N}][^"]*)"/gu)].map(([, title = '']) => title)
}

function wordsOf({ title, text }: RereadItem): string {
  return `${title}\n${text}`
}

function secondOf(ms: number): string {
  return new Date(Math.min(ms, 4_000_000_000_000)).toISOString().replace(/\.\d+Z$/, 'Z')
}

function greatest(values: readonly (number | null)[]): number | null {
  return values.reduce((most, one) => (one === null || (most !== null && most >= one) ? most : one), null)
}
