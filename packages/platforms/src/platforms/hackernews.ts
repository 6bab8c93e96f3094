import { dayMs, hourMs, minuteMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { definePlatform, type PlatformSearch } from '../define-platform.ts'
import { quoted, withoutFound } from '../query-parts.ts'
import { collectItems, datedOf, lacking } from '../reading/collect-items.ts'
import { readQuery, reasonAgainst } from '../reading/match-query.ts'
import { broken, readAnswer } from '../reading/read-answer.ts'
import { decodeEntities, firstLine, htmlToText, oneLine } from '../reading/read-text.ts'
import type { DroppedItem, Json, PlatformRequest } from '../search.ts'

/** Most posts are in English; few in another language are worth a few queries. */
const most = { inEnglish: { subjects: 6, leaving: 9 }, inOthers: { subjects: 5, leaving: 5 } }
const hitsPerPage = 100
/** Algolia returns at most 1,000 hits of a query, whatever the page. */
const lastPage = 9
/** Hits are indexed late and out of order: each run reads so much again. */
const overlapS = (1 * hourMs) / secondMs

/**
 * A run walks from the newest hit back to where the one before began. Each request ends at the oldest second that the
 * last one showed, so neither new hits nor the limit of 1,000 hide any; a page of its own is needed only within a second.
 * What the first page leaves of a first walk is its backfill, which each run continues after its own walk.
 */
const placeSchema = z.object({
  untilS: z.int().nullable(),
  page: z.int().min(0).max(lastPage),
})
const walkSchema = placeSchema.extend({
  /** The newest hit of this walk. */
  newestS: z.int().nullable(),
})
const cursorSchema = z.object({
  /** The newest hit of all complete walks. */
  newestS: z.int().nullable(),
  walk: walkSchema.nullable(),
  backfill: placeSchema.nullable().default(null),
})
const stateSchema = cursorSchema.extend({
  query: z.string(),
  sinceMs: z.number(),
})
type State = z.infer<typeof stateSchema>
type Cursor = z.infer<typeof cursorSchema>
type Place = z.infer<typeof placeSchema>

const answerSchema = z.object({
  hits: z.array(z.unknown()),
  hitsPerPage: z.int().min(1).optional().catch(undefined),
})

const text = z.string().nullish()
const hitSchema = z.object({
  objectID: z.string().regex(/^\d{1,15}$/),
  created_at_i: z.int(),
  title: text,
  url: text,
  author: text,
  story_text: text,
  comment_text: text,
  story_title: text,
  _tags: z.array(z.string()).optional().catch(undefined),
})
type Hit = z.infer<typeof hitSchema>

const search: PlatformSearch = {
  needsBoard: false,
  // Half of what Algolia allows an address.
  budget: [{ unit: 'request', most: 5_000, windowMs: 1 * hourMs }],
  leastIntervalMs: 5 * minuteMs,
  retention: null,
  start: ({ query, sinceMs, cursor }) => {
    const parsed = cursorSchema.safeParse(cursor)
    const { newestS, walk, backfill } = parsed.success
      ? parsed.data
      : { newestS: null, walk: null, backfill: null }
    const begun = walk ?? { newestS: null, untilS: null, page: 0 }
    return requestOf({ query, sinceMs, newestS, walk: begun, backfill })
  },
  read: (answer, request) => {
    const state = stateSchema.safeParse(request.state)
    if (!state.success) return broken('The request has no state of a search.')
    const read = readAnswer(answer)
    if ('fault' in read) return read
    const page = answerSchema.safeParse(read.json)
    if (!page.success) return broken('The answer has no list of hits.')
    const { query, sinceMs } = state.data
    const terms = readQuery(query, { phrasesOnly: true })
    const latestS = (answer.receivedAtMs + 1 * dayMs) / secondMs
    const seen: number[] = []
    const found = collectItems(page.data.hits, { sinceMs }, (entry) => {
      const hit = hitSchema.safeParse(entry)
      if (!hit.success) return lacking('an id or a date')
      if (hit.data.created_at_i > latestS)
        return { key: keyOf(hit.data), reason: 'its date is in the future' }
      seen.push(hit.data.created_at_i)
      const item = itemOf(hit.data, query, answer.receivedAtMs)
      // Algolia tolerates typing errors, also within quotes.
      const reason = reasonAgainst([item.title, item.text, hit.data.url ?? ''].join('\n'), terms)
      return reason === undefined ? item : ({ key: item.key, reason } satisfies DroppedItem)
    })
    const isLast = page.data.hits.length < Math.min(hitsPerPage, page.data.hitsPerPage ?? hitsPerPage)
    return { ...found, ...advance(state.data, seen, isLast) }
  },
  authorize: () => ({}),
}

/** Algolia's search knows quotes and a minus, but no OR: one query for each phrase. */
export const hackernews = definePlatform({
  platform: 'hackernews',
  title: 'Hacker News',
  access: 'open',
  requirement: 'Nothing.',
  documentation: 'https://hn.algolia.com/api',
  secrets: [],
  queries: ({ language, subjects, rivals, leaving, unwanted }) => {
    const isEnglish = language === 'en'
    const own = isEnglish ? most.inEnglish : most.inOthers
    const filter = unwanted.slice(0, 1).map((word) => ` -${word}`)
    const [first = ''] = subjects
    const phrases = withoutFound(subjects.slice(0, 2 * own.subjects))
      .slice(0, own.subjects)
      .map((subject) => `${quoted(subject)}${filter.join('')}`)
    const asked = isEnglish ? [`"Ask HN" ${quoted(first)}`] : []
    return [...phrases, ...asked, ...[...rivals, ...leaving.slice(0, own.leaving)].map(quoted)]
  },
  search,
})

/** Asks for the next page of the walk, then of the backfill. */
function requestOf(state: State): PlatformRequest {
  const { query, sinceMs, newestS, walk, backfill } = state
  const isBackfill = walk === null && backfill !== null
  const { untilS, page } = walk ?? backfill ?? { untilS: null, page: 0 }
  const fromS = Math.max(
    Math.floor(sinceMs / secondMs),
    newestS === null || isBackfill ? 0 : newestS - overlapS,
  )
  const bounds = [`created_at_i>=${fromS}`, ...(untilS === null ? [] : [`created_at_i<=${untilS}`])]
  const parameters = new URLSearchParams({
    query,
    tags: '(story,comment)',
    numericFilters: bounds.join(','),
    hitsPerPage: `${hitsPerPage}`,
    page: `${page}`,
  })
  return {
    method: 'GET',
    url: `https://hn.algolia.com/api/v1/search_by_date?${parameters.toString()}`,
    headers: {},
    unit: 'request',
    cost: 1,
    ...(isBackfill && { isBackfill }),
    state,
  }
}

function advance(
  { query, sinceMs, ...cursor }: State,
  seen: number[],
  isLast: boolean,
): { next: PlatformRequest | null; cursor: Json } {
  const reached = cursorAfter(cursor, seen, isLast)
  const isDone = reached.walk === null && reached.backfill === null
  return { next: isDone ? null : requestOf({ query, sinceMs, ...reached }), cursor: reached }
}

function cursorAfter({ newestS, walk, backfill }: Cursor, seen: readonly number[], isLast: boolean): Cursor {
  if (walk === null) {
    const next = isLast || backfill === null ? undefined : nextStep(backfill, seen)
    return { newestS, walk, backfill: next ?? null }
  }
  const latest = greatest([walk.newestS, ...seen])
  const next = isLast ? undefined : nextStep(walk, seen)
  // The first walk: what is left of it waits behind every later one.
  if (newestS === null && latest !== null) return { newestS: latest, walk: null, backfill: next ?? null }
  if (next === undefined) return { newestS: greatest([newestS, latest]), walk: null, backfill }
  return { newestS, walk: { newestS: latest, ...next }, backfill }
}

function nextStep({ untilS, page }: Place, seen: readonly number[]): Place | undefined {
  const oldest = seen.length === 0 ? undefined : Math.min(...seen)
  if (oldest !== undefined && (untilS === null || oldest < untilS)) return { untilS: oldest, page: 0 }
  if (page < lastPage) return { untilS, page: page + 1 }
  // A second with more hits than Algolia shows.
  return untilS === null ? undefined : { untilS: untilS - 1, page: 0 }
}

function greatest(seconds: readonly (number | null)[]): number | null {
  return seconds.reduce((most, one) => (one === null || (most !== null && most >= one) ? most : one), null)
}

function keyOf({ objectID }: Hit): string {
  return `news.ycombinator.com/item?id=${objectID}`
}

function itemOf(hit: Hit, query: string, receivedAtMs: number) {
  const body = htmlToText(hit.comment_text ?? hit.story_text ?? '')
  // Titles are escaped like texts, but have no elements.
  const title = oneLine(decodeEntities(hit.title ?? '')) || firstLine(body)
  const isLinkOnly = body === ''
  const theme = oneLine(decodeEntities(hit.story_title ?? ''))
  const isQuestion = hit._tags?.includes('ask_hn') === true || title.endsWith('?')
  return {
    platform: 'hackernews' as const,
    key: keyOf(hit),
    url: `https://${keyOf(hit)}`,
    title,
    text: body,
    ...(hit.author != null && { author: oneLine(hit.author) }),
    ...datedOf(hit.created_at_i * secondMs, { receivedAtMs }),
    coverage: isLinkOnly ? ('best_effort' as const) : ('full_text' as const),
    ...(theme !== '' && hit.comment_text != null && { themes: [theme] }),
    isQuestion,
    foundByQuery: query,
  }
}
