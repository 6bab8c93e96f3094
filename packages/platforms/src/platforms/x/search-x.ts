import { dayMs, minuteMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems } from '../../reading/collect-items.ts'
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

/** A run walks from the newest post back to the newest of the run before, by the tokens of X. */
const walkSchema = z.object({
  newestId: postIdSchema.nullable(),
  token: z.string().max(500).nullable(),
  /** Whether X refused where it was to continue, so that it started again. */
  isRestarted: z.boolean(),
})
const cursorSchema = z.object({
  /** The newest post of all complete walks. */
  newestId: postIdSchema.nullable(),
  walk: walkSchema.nullable(),
})
const stateSchema = z.object({
  query: z.string(),
  sinceMs: z.number(),
  nowMs: z.number(),
  newestId: postIdSchema.nullable(),
  walk: walkSchema,
})
type State = z.infer<typeof stateSchema>

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
    const { newestId, walk } = cursorSchema.safeParse(cursor).data ?? { newestId: null, walk: null }
    return requestOf({ query, sinceMs, nowMs, newestId, walk: walk ?? firstWalk })
  },
  read: (answer, request) => {
    const parsed = stateSchema.safeParse(request.state)
    if (!parsed.success) return broken('The request has no state of a search.')
    const state = parsed.data
    const { query, sinceMs, newestId, walk } = state
    // A post to go on from that is too old, or a token that is no longer known.
    const canRestart = !walk.isRestarted && (walk.token !== null || newestId !== null)
    if (answer.status === 400 && canRestart) {
      const restart = { newestId: null, walk: { ...firstWalk, isRestarted: true } }
      return { items: [], dropped: [], next: requestOf({ ...state, ...restart }), cursor: restart, cost: 0 }
    }
    const page = readPosts(answer)
    if ('fault' in page) return page
    const terms = phrasesOf(query)
    const ids: string[] = []
    const found = collectItems(page.entries, { sinceMs }, (entry) => {
      const { id, ...item } = postOf(entry, { ...page, receivedAtMs: answer.receivedAtMs }) ?? {}
      if (id === undefined || !('key' in item)) return { reason: 'it lacks an id or a text' }
      ids.push(id)
      const reason = reasonAgainst(item.text, terms)
      return reason === undefined ? { ...item, foundByQuery: query } : { key: item.key, reason }
    })
    const { nextToken: token, cost } = page
    return {
      ...found,
      ...advance({ ...state, walk: { ...walk, token, newestId: newestOf([walk.newestId, ...ids]) } }),
      cost,
    }
  },
  authorize: (_request, { bearerToken = '' }) => ({ authorization: `Bearer ${bearerToken}` }),
}

function advance(state: State): Pick<SearchPage, 'next' | 'cursor'> {
  const { newestId, walk } = state
  if (walk.token === null) {
    return { next: null, cursor: { newestId: newestOf([newestId, walk.newestId]), walk: null } }
  }
  return { next: requestOf(state), cursor: { newestId, walk } }
}

function requestOf(state: State): PlatformRequest {
  const { query, sinceMs, nowMs, newestId, walk } = state
  const earliestMs = nowMs - reachMs
  const isKnown = newestId !== null && timeOfId(newestId) > earliestMs
  const from = isKnown
    ? { since_id: newestId }
    : { start_time: new Date(Math.max(0, sinceMs, earliestMs)).toISOString().replace(/\.\d+Z$/, 'Z') }
  const parameters = {
    ...{ query: compile(query), max_results: `${postsPerPage}`, sort_order: 'recency', ...from },
    ...{ 'tweet.fields': 'created_at,note_tweet,lang', expansions: 'author_id', 'user.fields': 'username' },
    ...(walk.token !== null && { next_token: walk.token }),
  }
  // A post and its author each.
  return callOf('/search/recent', parameters, { state, cost: 2 * postsPerPage })
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
