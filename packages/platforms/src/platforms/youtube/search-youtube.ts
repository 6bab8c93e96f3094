import { dayMs, hourMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems, lacking } from '../../reading/collect-items.ts'
import { type QueryTerms, readQuery, reasonAgainst } from '../../reading/match-query.ts'
import { broken } from '../../reading/read-answer.ts'
import type { PlatformRequest, RereadItem, SearchPage } from '../../search.ts'
import { rereadYoutube } from './reread-youtube.ts'
import { callOf, quotaZone, readList, type YoutubePage } from './youtube-answers.ts'
import { commentOf, idsOf, videoIdSchema, videoOf } from './youtube-items.ts'
import {
  mergeThreads,
  mostParents,
  mostThreads,
  readThread,
  recount,
  type ShownThread,
  type Thread,
  threadSchema,
  threadsOf,
} from './youtube-threads.ts'

const resultsPerPage = 50
/** Each costs one of the 100 searches of a day. */
const mostSearches = 10
const commentsPerPage = 100
const mostCommentPages = 2
const mostReplyPages = 5
/** How many of the newest videos are looked at for comments. */
const mostWatched = 20
/** Videos are indexed late: each run looks so far back again. */
const videoOverlapMs = dayMs
const commentOverlapMs = hourMs

const moment = z.int().min(0).max(4_000_000_000_000)
const pageToken = z.string().max(500).nullable()

/**
 * A run searches for videos from the newest back to where the one before began, reads each page of results as videos,
 * then looks for new replies in threads in which a comment was found, and reads the comments of the newest videos that
 * match. Each search ends at the oldest video that the last one showed.
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
  /** Threads in which this walk found comments, those of the newest videos first. */
  threads: z.array(threadSchema).max(mostThreads).default([]),
  /** Whether the threads of earlier walks were looked at. */
  areThreadsRead: z.boolean().default(false),
  /** Those of them with new replies that were not shown, and which page of the first one's replies comes next. */
  parents: z.array(threadSchema).max(mostParents).default([]),
  replyPage: z.int().min(0).max(mostReplyPages).default(0),
})
type Walk = z.infer<typeof walkSchema>

const cursorSchema = z.object({
  /** The newest video of all complete walks. */
  newestMs: moment.nullable(),
  /** The newest first. `seenMs` is when comments were read to their end. */
  watched: z.array(z.object({ id: videoIdSchema, seenMs: moment.nullable() })).max(mostWatched),
  threads: z.array(threadSchema).max(mostThreads).default([]),
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
    const { newestMs, watched, threads, walk } = parsed.success
      ? parsed.data
      : { newestMs: null, watched: [], threads: [], walk: null }
    const state = { query, sinceMs, newestMs, watched, threads, walk: walk ?? newWalk(nowMs) }
    return nextRequest(state) ?? searchRequest({ ...state, walk: newWalk(nowMs) })
  },
  read: (answer, request) => {
    const parsed = stateSchema.safeParse(request.state)
    if (!parsed.success) return broken('The request has no state of a search.')
    const state = parsed.data
    const step = stepOf(state)
    const page = readList(answer, { absent: step === 'search' || step === 'videos' ? [] : absences })
    if ('fault' in page) return page
    const entries = 'items' in page ? page.items : []
    const { receivedAtMs } = answer
    if (step === 'videos') return readVideos(entries, state, receivedAtMs)
    if (step === 'comments') return readComments(page, state, receivedAtMs)
    if (step === 'threads') return readThreads(page, state, receivedAtMs)
    if (step === 'replies') return readReplies(page, state, receivedAtMs)
    return readResults(entries, 'items' in page ? page.nextPageToken : null, state)
  },
  authorize: (_request, { apiKey = '' }) => ({ 'x-goog-api-key': apiKey }),
}

/** What it means that comments are not there. */
const absences = [
  'commentsDisabled',
  'videoNotFound',
  'forbidden',
  'commentThreadNotFound',
  'commentNotFound',
]

function newWalk(nowMs: number): Walk {
  return {
    ...{ startedMs: Math.max(0, Math.floor(nowMs)), newestMs: null, untilMs: null, pageToken: null },
    ...{ searches: 0, isSearched: false, ids: [], video: 0, commentPage: 0 },
    ...{ threads: [], areThreadsRead: false, parents: [], replyPage: 0 },
  }
}

type Step = 'search' | 'videos' | 'comments' | 'threads' | 'replies'

/** What a walk asks for next; null at its end. */
function stepOf(state: State): Step | null {
  const { watched, threads, walk } = state
  if (walk.ids.length > 0) return 'videos'
  if (!walk.isSearched) return 'search'
  if (!walk.areThreadsRead && threads.length > 0) return 'threads'
  if (walk.parents.length > 0) return 'replies'
  return watched[walk.video] === undefined ? null : 'comments'
}

function nextRequest(state: State): PlatformRequest | null {
  const step = stepOf(state)
  if (step === 'search') return searchRequest(state)
  if (step === 'comments') return commentsRequest(state)
  if (step === 'replies') return repliesRequest(state)
  if (step === 'threads') {
    const id = state.threads.map((thread) => thread.id).join(',')
    return callOf('commentThreads', { part: 'snippet,replies', textFormat: 'plainText', id }, state)
  }
  const id = state.walk.ids.join(',')
  return step && callOf('videos', { part: 'snippet', id, maxResults: `${resultsPerPage}` }, state)
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

function repliesRequest(state: State): PlatformRequest | null {
  const { parents, pageToken } = state.walk
  const [parent] = parents
  if (parent === undefined) return null
  const parameters = {
    ...{ part: 'snippet', textFormat: 'plainText', maxResults: `${commentsPerPage}`, parentId: parent.id },
    ...(pageToken !== null && { pageToken }),
  }
  return callOf('comments', parameters, state)
}

/** Takes the ids of a page of results. Their texts are cut, so that the videos are read next. */
function readResults(entries: readonly unknown[], token: string | null, state: State): SearchPage {
  const { walk } = state
  const results = entries.flatMap((entry) => resultSchema.safeParse(entry).data ?? [])
  // Those that can be read are read as videos next.
  const dropped = results.length === 0 ? entries.map(() => lacking('an id or a date')) : []
  const dates = results
    .map(({ snippet }) => Date.parse(snippet.publishedAt))
    .filter((ms) => ms >= 0 && ms <= walk.startedMs + dayMs)
  const oldestMs = dates.length === 0 ? null : Math.min(...dates)
  const searches = walk.searches + 1
  const hasAdvanced = oldestMs !== null && (walk.untilMs === null || oldestMs < walk.untilMs)
  const isSearched = token === null || searches >= mostSearches
  return pageOf(
    { items: [], dropped },
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
    if (video === undefined) return lacking('an id or a title')
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
  const { watched, walk } = state
  const video = watched[walk.video]
  if (video === undefined) return pageOf({ items: [], dropped: [] }, state)
  const fromMs = video.seenMs === null ? state.sinceMs : video.seenMs - commentOverlapMs
  const shown = threadsIn(page)
  const comments = shown.flatMap(({ comment, replies }) => [comment, ...replies])
  const found = collectComments(comments, state, { videoId: video.id, receivedAtMs })
  const noted = { ...state, walk: { ...walk, threads: withThreads(walk.threads, shown, found, video.id) } }
  // Threads are sorted by their first comment.
  const dates = shown.flatMap(({ comment }) => publishedMsOf(comment, receivedAtMs) ?? [])
  const token = 'items' in page ? page.nextPageToken : null
  const commentPage = walk.commentPage + 1
  const isRead = dates.length === 0 || Math.min(...dates) < fromMs
  const hasMore = token !== null && !isRead && commentPage < mostCommentPages
  if (hasMore) return pageOf(found, { ...noted, walk: { ...noted.walk, pageToken: token, commentPage } })
  const seen = watched.map((one) => (one.id === video.id ? { ...one, seenMs: walk.startedMs } : one))
  return pageOf(found, {
    ...noted,
    watched: seen,
    walk: { ...noted.walk, pageToken: null, commentPage: 0, video: walk.video + 1 },
  })
}

/** Reads how many replies threads of earlier walks have by now, and the replies that are shown with them. */
function readThreads(page: YoutubePage, state: State, receivedAtMs: number): SearchPage {
  const walk = { ...state.walk, areThreadsRead: true }
  if ('isAbsent' in page) return pageOf({ items: [], dropped: [] }, { ...state, walk })
  const shown = threadsIn(page)
  const { threads, grown } = recount(state.threads, shown)
  const pages = threads.map(({ id, videoId }) => {
    const replies = shown.find((one) => one.id === id)?.replies ?? []
    return collectComments(replies, state, { videoId, receivedAtMs })
  })
  const found = {
    items: pages.flatMap(({ items }) => items),
    dropped: pages.flatMap(({ dropped }) => dropped),
  }
  return pageOf(found, { ...state, threads, walk: { ...walk, parents: grown.slice(0, mostParents) } })
}

function readReplies(page: YoutubePage, state: State, receivedAtMs: number): SearchPage {
  const { walk } = state
  const [parent, ...others] = walk.parents
  if (parent === undefined) return pageOf({ items: [], dropped: [] }, state)
  const { videoId } = parent
  const found = collectComments('items' in page ? page.items : [], state, { videoId, receivedAtMs })
  const token = 'items' in page ? page.nextPageToken : null
  const replyPage = walk.replyPage + 1
  const next =
    token !== null && replyPage < mostReplyPages
      ? { pageToken: token, replyPage }
      : { pageToken: null, replyPage: 0, parents: others }
  return pageOf(found, { ...state, walk: { ...walk, ...next } })
}

function threadsIn(page: YoutubePage): ShownThread[] {
  return 'items' in page ? page.items.map(readThread) : []
}

type Found = Pick<SearchPage, 'items' | 'dropped'>

function collectComments(
  comments: readonly unknown[],
  state: State,
  { videoId, receivedAtMs }: { videoId: string; receivedAtMs: number },
): Found {
  const { query } = state
  const terms = subjectOf(query)
  return collectItems(comments, state, (entry) => {
    const comment = commentOf(entry, { videoIdOf: () => videoId, receivedAtMs })
    if (comment === undefined) return lacking('an id or a text')
    const reason = reasonAgainst(comment.text, terms)
    return reason === undefined ? { ...comment, foundByQuery: query } : { key: comment.key, reason }
  })
}

function publishedMsOf(comment: unknown, receivedAtMs: number): number | undefined {
  const { publishedAt } = commentOf(comment, { videoIdOf: () => '', receivedAtMs }) ?? {}
  return publishedAt === undefined ? undefined : Date.parse(publishedAt)
}

function withThreads(
  known: readonly Thread[],
  shown: readonly ShownThread[],
  { items }: Found,
  videoId: string,
): Thread[] {
  const foundIds = new Set(items.flatMap(({ key }) => idsOf(key)?.commentId ?? []))
  return mergeThreads(known, threadsOf(shown, foundIds, videoId))
}

function pageOf(found: Found, state: State): SearchPage {
  const { newestMs, watched, threads, walk } = state
  const next = nextRequest(state)
  const cursor =
    next === null
      ? {
          newestMs: greatest([newestMs, walk.newestMs]),
          ...{ watched, threads: mergeThreads(walk.threads, threads), walk: null },
        }
      : { newestMs, watched, threads, walk }
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
  const titles = [...query.matchAll(/intitle:"([^"]*)"/g)].map(([, title = '']) => title)
  return titles.filter((title) => /[\p{L}\p{N}]/u.test(title))
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
