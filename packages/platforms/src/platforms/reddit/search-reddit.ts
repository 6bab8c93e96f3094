import { minuteMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems, lacking } from '../../reading/collect-items.ts'
import { type QueryTerms, readQuery, reasonAgainst } from '../../reading/match-query.ts'
import { broken } from '../../reading/read-answer.ts'
import type { PlatformRequest, SearchPage } from '../../search.ts'
import {
  authorizeReddit,
  followToken,
  fullnameSchema,
  type Listing,
  listingRequest,
  postIdSchema,
  postOf,
  readListing,
  tokenRequest,
} from './reddit-posts.ts'
import { rereadReddit } from './reread-reddit.ts'

const longestQuery = 512
const postsPerPage = 100
/** Reddit lists at most 1,000 posts. */
const mostPages = 10
const mostKnown = 100
/** How many known posts in a row end a walk: posts appear late, and some are put back. */
const knownInARow = 20

const placeSchema = z.object({
  after: fullnameSchema.nullable(),
  pages: z.int().min(0).max(mostPages),
  /** Whether Reddit had nothing after the post where it was to continue, so that it began again. */
  isRestarted: z.boolean(),
})
/**
 * A run walks from the newest post back, until it met posts of the walk before in a row. What the first page leaves of a first
 * walk is its backfill, which each run continues after its own walk.
 */
const walkSchema = placeSchema.extend({
  /** The newest posts of this walk. */
  ids: z.array(postIdSchema).max(mostKnown),
  inARow: z.int().min(0).max(knownInARow),
})
const cursorSchema = z.object({
  /** The newest posts of all complete walks. */
  knownIds: z.array(postIdSchema).max(mostKnown),
  walk: walkSchema.nullable(),
  backfill: placeSchema.nullable().default(null),
})
const stateSchema = cursorSchema.extend({
  query: z.string(),
  sinceMs: z.number(),
  /** Whether the token is a second one, because Reddit refused the first. */
  isRenewed: z.boolean(),
})
type State = z.infer<typeof stateSchema>
type Cursor = z.infer<typeof cursorSchema>

const begin = { after: null, pages: 0, isRestarted: false }
const firstWalk = { ...begin, ids: [], inARow: 0 }

export const searchReddit: PlatformSearch = {
  needsBoard: false,
  // Reddit allows 100 a minute.
  budget: [{ unit: 'request', most: 60, windowMs: minuteMs }],
  leastIntervalMs: 15 * minuteMs,
  retention: rereadReddit,
  start: ({ query, sinceMs, cursor }) => {
    const { places, words } = compile(query)
    const { length } = Array.from(words)
    if (words === '') return { refusal: 'Reddit needs something to search for.' }
    if (length > longestQuery) {
      return {
        refusal: `Reddit takes at most ${longestQuery} characters in a query; this one has ${length}.`,
      }
    }
    if (places.length > 50) return { refusal: 'Reddit searches at most 50 subreddits together.' }
    const known = cursorSchema.safeParse(cursor).data ?? { knownIds: [], walk: null, backfill: null }
    return tokenRequest({ query, sinceMs, ...known, walk: known.walk ?? firstWalk, isRenewed: false })
  },
  read: (answer, request) => {
    const parsed = stateSchema.safeParse(request.state)
    if (!parsed.success) return broken('The request has no state of a search.')
    const state = parsed.data
    const { query, sinceMs, knownIds, walk, backfill } = state
    const cursor = { knownIds, walk, backfill }
    const nothing = { items: [], dropped: [], cursor }
    const followed = followToken(answer, request, { state, ask: (one) => pageRequest(state, one) })
    if ('fault' in followed) return followed
    if ('next' in followed) return { ...nothing, ...followed }
    const { token } = followed
    const hasPlaces = compile(query).places.length > 0
    const listing = readListing(answer, hasPlaces ? 'A subreddit of the query is closed to us.' : undefined)
    if ('fault' in listing) return listing
    const place = walk ?? backfill ?? begin
    if (listing.entries.length === 0 && place.after !== null && !place.isRestarted) {
      const again =
        walk === null
          ? { ...cursor, backfill: { ...begin, isRestarted: true } }
          : { ...cursor, walk: { ...firstWalk, isRestarted: true } }
      return { ...nothing, cursor: again, next: pageRequest({ ...state, ...again }, token) }
    }
    const terms = phrasesOf(query)
    const found = collectItems(listing.entries, { sinceMs }, (entry) => {
      const item = postOf(entry, answer.receivedAtMs)?.item ?? lacking('an id or a title')
      if ('reason' in item) return item
      const reason = reasonAgainst(`${item.title}\n${item.text}`, terms)
      return reason === undefined ? { ...item, foundByQuery: query } : { key: item.key, reason }
    })
    return {
      ...found,
      ...advance(state, listing, { token, receivedAtMs: answer.receivedAtMs }),
      ...(listing.quietMs !== undefined && { quietMs: listing.quietMs }),
    }
  },
  authorize: authorizeReddit,
}

function advance(
  state: State,
  { entries, after }: Listing,
  { token, receivedAtMs }: { token: string; receivedAtMs: number },
): Pick<SearchPage, 'next' | 'cursor'> {
  const posts = entries.flatMap((entry) => postOf(entry, receivedAtMs) ?? [])
  const isOld = (posts.at(-1)?.createdMs ?? Number.POSITIVE_INFINITY) < state.sinceMs
  const pages = (state.walk ?? state.backfill ?? begin).pages + 1
  const isLast = after === null || isOld || pages >= mostPages
  const cursor = cursorAfter(state, {
    ids: posts.map(({ id }) => id),
    place: isLast ? null : { after, pages },
  })
  const isDone = cursor.walk === null && cursor.backfill === null
  return { next: isDone ? null : pageRequest({ ...state, ...cursor, isRenewed: false }, token), cursor }
}

/** `place` is where the next page begins; null after the last. */
function cursorAfter(
  { knownIds, walk, backfill }: Cursor,
  page: { ids: readonly string[]; place: { after: string; pages: number } | null },
): Cursor {
  const { place } = page
  if (walk === null) return { knownIds, walk, backfill: backfill && place && { ...backfill, ...place } }
  const known = new Set(knownIds)
  let { inARow } = walk
  for (const id of page.ids) if (inARow < knownInARow) inARow = known.has(id) ? inARow + 1 : 0
  const ids = [...new Set([...walk.ids, ...page.ids])].slice(0, mostKnown)
  const isFirst = knownIds.length === 0 && ids.length > 0
  if (isFirst) return { knownIds: ids, walk: null, backfill: place && { ...begin, ...place } }
  if (place === null || inARow >= knownInARow) {
    return { knownIds: [...new Set([...ids, ...knownIds])].slice(0, mostKnown), walk: null, backfill }
  }
  return { knownIds, walk: { ...walk, ...place, ids, inARow }, backfill }
}

/** Asks for the next page of the walk, then of the backfill. */
function pageRequest(state: State, token: string): PlatformRequest {
  const { query, walk, backfill } = state
  const { after } = walk ?? backfill ?? begin
  const { places, words } = compile(query)
  const parameters = {
    ...{ q: words, sort: 'new', t: 'all', type: 'link', limit: `${postsPerPage}` },
    ...(places.length > 0 && { restrict_sr: '1' }),
    ...(after !== null && { after }),
  }
  const path = places.length > 0 ? `/r/${places.join('+')}/search` : '/search'
  return listingRequest(path, parameters, { state, token, isBackfill: walk === null })
}

/** Subreddits that a query begins with become the place of the search. */
function compile(query: string): { places: string[]; words: string } {
  const [whole, group, single] = /^\s*(?:\(([^()]*)\)|(subreddit:\w+))\s+AND\s+/.exec(query) ?? []
  const names = (group ?? single ?? '')
    .split(/(?<!\s)\s+OR\s+/)
    .map((part) => /^\s*subreddit:(\w{2,30})\s*$/.exec(part)?.[1])
  const places = names.filter((name) => name !== undefined)
  if (whole === undefined || places.length !== names.length) return { places: [], words: query.trim() }
  return { places, words: query.slice(whole.length).trim() }
}

/** Phrases are compared here: Reddit also finds posts with other forms of their words. */
function phrasesOf(query: string): QueryTerms {
  return readQuery(query, { phrasesOnly: true })
}
