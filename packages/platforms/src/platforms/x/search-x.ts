import { dayMs, minuteMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems, lacking } from '../../reading/collect-items.ts'
import { type QueryTerms, readQuery, reasonAgainst } from '../../reading/match-query.ts'
import { broken } from '../../reading/read-answer.ts'
import type { PlatformRequest, SearchPage } from '../../search.ts'
import { rereadX } from './reread-x.ts'
import { callOf, newestOf, postIdSchema, postOf, readPosts, timeOfId } from './x-posts.ts'

const longestQuery = 512
/** The least that X takes, so that little of a cap is held back for posts that may not come. */
const postsPerPage = 10
/** X searches the last seven days. */
const reachMs = 7 * dayMs - 5 * minuteMs

const placeSchema = z.object({
  token: z.string().max(500).nullable(),
  /** Whether X refused where it was to continue, so that it started again. */
  isRestarted: z.boolean(),
})
/**
 * A run walks from the newest post back to the newest of the run before, by the tokens of X. What the first page leaves of a
 * first walk is its backfill, which each run continues after its own walk: all of it at once would spend what new posts cost.
 */
const walkSchema = placeSchema.extend({ newestId: postIdSchema.nullable() })
const cursorSchema = z.object({
  /** The newest post of all complete walks. */
  newestId: postIdSchema.nullable(),
  walk: walkSchema.nullable(),
  backfill: placeSchema.nullable().default(null),
})
const stateSchema = cursorSchema.extend({
  query: z.string(),
  sinceMs: z.number(),
  nowMs: z.number(),
})
type State = z.infer<typeof stateSchema>
type Cursor = z.infer<typeof cursorSchema>

const firstWalk = { newestId: null, token: null, isRestarted: false }

export const searchX: PlatformSearch = {
  needsBoard: false,
  // Only what the connection's own cap allows.
  budget: [],
  needsBudget: true,
  leastIntervalMs: 15 * minuteMs,
  retention: rereadX,
  start: ({ query, sinceMs, nowMs, cursor }) => {
    const { length } = Array.from(compile(query))
    if (readQuery(query).wanted.length === 0) return { refusal: 'X needs something to search for.' }
    if (length > longestQuery) {
      return { refusal: `X takes at most ${longestQuery} characters in a query; this one has ${length}.` }
    }
    const known = cursorSchema.safeParse(cursor).data ?? { newestId: null, walk: null, backfill: null }
    return requestOf({ query, sinceMs, nowMs, ...known, walk: known.walk ?? firstWalk })
  },
  read: (answer, request) => {
    const parsed = stateSchema.safeParse(request.state)
    if (!parsed.success) return broken('The request has no state of a search.')
    const state = parsed.data
    const { query, sinceMs, walk } = state
    const restarted = answer.status === 400 ? restart(state) : undefined
    if (restarted !== undefined) return { items: [], dropped: [], ...follow(state, restarted), cost: 0 }
    const page = readPosts(answer)
    if ('fault' in page) return page
    const terms = phrasesOf(query)
    const ids: string[] = []
    const found = collectItems(page.entries, { sinceMs }, (entry) => {
      const { id, ...item } = postOf(entry, { ...page, receivedAtMs: answer.receivedAtMs }) ?? {}
      if (id === undefined || !('key' in item)) return lacking('an id or a text')
      ids.push(id)
      const reason = reasonAgainst(item.text, terms)
      return reason === undefined ? { ...item, foundByQuery: query } : { key: item.key, reason }
    })
    const { nextToken: token, cost } = page
    const newestId = newestOf([walk?.newestId ?? null, ...ids])
    return { ...found, ...follow(state, cursorAfter(state, { token, newestId })), cost }
  },
  authorize: (_request, { bearerToken = '' }) => ({ authorization: `Bearer ${bearerToken}` }),
}

/**
 * Begins again where a post to go on from is too old, or a token is no longer known; a backfill that was begun again before
 * is given up. Undefined where there is nothing to begin again.
 */
function restart({ newestId, walk, backfill }: State): Cursor | undefined {
  if (walk === null) {
    const again = { token: null, isRestarted: true }
    return { newestId, walk, backfill: backfill?.isRestarted === true ? null : again }
  }
  const canRestart = !walk.isRestarted && (walk.token !== null || newestId !== null)
  return canRestart ? { newestId: null, walk: { ...firstWalk, isRestarted: true }, backfill } : undefined
}

function cursorAfter(
  { newestId, walk, backfill }: Cursor,
  page: { token: string | null; newestId: string | null },
): Cursor {
  const { token } = page
  if (walk === null) {
    return { newestId, walk, backfill: backfill && token !== null ? { ...backfill, token } : null }
  }
  if (newestId === null && page.newestId !== null) {
    const rest = token === null ? null : { token, isRestarted: walk.isRestarted }
    return { newestId: page.newestId, walk: null, backfill: rest }
  }
  if (token === null) return { newestId: newestOf([newestId, page.newestId]), walk: null, backfill }
  return { newestId, walk: { ...walk, token, newestId: page.newestId }, backfill }
}

function follow({ query, sinceMs, nowMs }: State, cursor: Cursor): Pick<SearchPage, 'next' | 'cursor'> {
  const isDone = cursor.walk === null && cursor.backfill === null
  return { next: isDone ? null : requestOf({ query, sinceMs, nowMs, ...cursor }), cursor }
}

/** Asks for the next page of the walk, then of the backfill. */
function requestOf(state: State): PlatformRequest {
  const { query, sinceMs, nowMs, newestId, walk, backfill } = state
  const isBackfill = walk === null
  const token = (walk ?? backfill)?.token ?? null
  const earliestMs = nowMs - reachMs
  const isKnown = !isBackfill && newestId !== null && timeOfId(newestId) > earliestMs
  const from = isKnown
    ? { since_id: newestId }
    : { start_time: new Date(Math.max(0, sinceMs, earliestMs)).toISOString().replace(/\.\d+Z$/, 'Z') }
  const parameters = {
    ...{ query: compile(query), max_results: `${postsPerPage}`, sort_order: 'recency', ...from },
    ...{ 'tweet.fields': 'created_at,note_tweet,lang', expansions: 'author_id', 'user.fields': 'username' },
    ...(token !== null && { next_token: token }),
  }
  // A post and its author each.
  const call = callOf('/search/recent', parameters, { state, cost: 2 * postsPerPage })
  return isBackfill ? { ...call, isBackfill } : call
}

/** Plans are written as for the website. Reposts say nothing that is not found by itself, and would be billed. */
function compile(query: string): string {
  const words = query.replaceAll('-filter:replies', '-is:reply').replaceAll('-filter:retweets', '-is:retweet')
  return (words.includes('is:retweet') ? words : `${words} -is:retweet`).trim()
}

/** Phrases are compared here: X also finds them in the pages that a post links to. */
function phrasesOf(query: string): QueryTerms {
  const { wanted, unwanted } = readQuery(query)
  const isPhrase = (term: string): boolean => query.includes(`"${term}"`)
  return { wanted: wanted.filter((group) => group.every(isPhrase)), unwanted }
}
