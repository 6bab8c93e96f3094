import { dayMs, foldCase, hourMs, minuteMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems } from '../../reading/collect-items.ts'
import { broken } from '../../reading/read-answer.ts'
import type { PlatformAnswer, PlatformRequest, SearchFault, SearchPage } from '../../search.ts'
import { domainIn, readJson, reviewOf, type Unit, unitOf, unitSchema } from './trustpilot-reviews.ts'

const reviewsPerPage = 100
const mostPages = 100
/** Reviews may appear late, after a check: each run reads so much again. */
const overlapMs = dayMs
const longestName = 200

const moment = z.int().min(0).max(4_000_000_000_000)
/** A run walks from the newest review back to where the one before began. New ones push others to later pages. */
const walkSchema = z.object({ page: z.int().min(1).max(mostPages), newestMs: moment.nullable() })
const cursorSchema = z.object({
  /** The company that the query names. Null until it was found. */
  unit: unitSchema.nullable(),
  /** The newest review of all complete walks. */
  newestMs: moment.nullable(),
  walk: walkSchema.nullable(),
})
const stateSchema = cursorSchema.extend({ query: z.string(), sinceMs: z.number() })
type State = z.infer<typeof stateSchema>

const unitsSchema = z.object({ businessUnits: z.array(z.unknown()) })
const reviewsSchema = z.object({ reviews: z.array(z.unknown()) })

export const searchTrustpilot: PlatformSearch = {
  needsBoard: false,
  // 833 in 5 minutes are recommended at most, and the smallest plan has 200,000 a year.
  budget: [
    { unit: 'request', most: 400, windowMs: 5 * minuteMs },
    { unit: 'request', most: 540, windowMs: dayMs },
  ],
  leastIntervalMs: hourMs,
  retention: null,
  start: ({ query, sinceMs, cursor }) => {
    const name = nameIn(query)
    if (name === '') return { refusal: 'Trustpilot needs the name or the domain of a company.' }
    if (name.length > longestName) return { refusal: `A name has at most ${longestName} characters.` }
    const known = cursorSchema.safeParse(cursor).data ?? { unit: null, newestMs: null, walk: null }
    return requestOf({ query, sinceMs, ...known })
  },
  read: (answer, request) => {
    const state = stateSchema.safeParse(request.state)
    if (!state.success) return broken('The request has no state of a search.')
    const { unit } = state.data
    return unit === null ? readUnit(answer, state.data) : readReviews(answer, { ...state.data, unit })
  },
  authorize: (_request, { apiKey = '' }) => ({ apikey: apiKey }),
}

function requestOf({ query, sinceMs, unit, newestMs, walk }: State): PlatformRequest {
  const state = { query, sinceMs, unit, newestMs, walk }
  const common = { method: 'GET' as const, headers: {}, unit: 'request', cost: 1, state }
  const base = 'https://api.trustpilot.com/v1/business-units'
  if (unit !== null) {
    const page = `${walk?.page ?? 1}`
    const parameters = new URLSearchParams({ orderBy: 'createdat.desc', perPage: `${reviewsPerPage}`, page })
    return { ...common, url: `${base}/${unit.id}/reviews?${parameters.toString()}` }
  }
  const name = nameIn(query)
  const domain = domainIn(name)
  const found =
    domain === undefined
      ? `search?${new URLSearchParams({ query: name, perPage: '10', page: '1' }).toString()}`
      : `find?${new URLSearchParams({ name: domain }).toString()}`
  return { ...common, url: `${base}/${found}` }
}

/** A name may find others besides: only a company of that very name counts. */
function readUnit(answer: PlatformAnswer, state: State): SearchPage | SearchFault {
  const gone = 'Trustpilot knows no company of that name or domain.'
  const read = readJson(answer, gone)
  if ('fault' in read) return read
  const list = unitsSchema.safeParse(read.json)
  if (domainIn(nameIn(state.query)) === undefined && !list.success)
    return broken('The answer has no list of companies.')
  const units = (list.success ? list.data.businessUnits : [read.json]).flatMap((entry) => unitOf(entry) ?? [])
  if (!list.success && units.length === 0) return broken('The answer has no company.')
  const wanted = foldCase(nameIn(state.query))
  const unit = list.success ? units.find(({ name }) => foldCase(name) === wanted) : units[0]
  if (unit === undefined) return { fault: 'gone', message: gone }
  const { newestMs, walk } = state
  return {
    items: [],
    dropped: [],
    next: requestOf({ ...state, unit }),
    cursor: { unit, newestMs, walk },
  }
}

function readReviews(answer: PlatformAnswer, state: State & { unit: Unit }): SearchPage | SearchFault {
  const { query, sinceMs, unit, newestMs } = state
  const read = readJson(answer, 'Trustpilot has no such company any more.')
  if ('fault' in read) return read
  const parsed = reviewsSchema.safeParse(read.json)
  if (!parsed.success) return broken('The answer has no list of reviews.')
  const { reviews } = parsed.data
  const dates: number[] = []
  const found = collectItems(reviews, { sinceMs }, (entry) => {
    const { createdMs, ...item } = reviewOf(entry, { unit, receivedAtMs: answer.receivedAtMs }) ?? {}
    if (!('key' in item)) return { reason: 'it lacks an id or a text' }
    if (createdMs !== undefined) dates.push(createdMs)
    return { ...item, foundByQuery: query }
  })
  const walk = state.walk ?? { page: 1, newestMs: null }
  const seen = [walk.newestMs, newestMs, ...dates].filter((ms) => ms !== null)
  const latestMs = seen.length === 0 ? null : Math.max(...seen)
  const untilMs = Math.max(sinceMs, newestMs === null ? 0 : newestMs - overlapMs)
  // A page past the end is empty.
  const isRead = reviews.length === 0 || (dates.length > 0 && Math.min(...dates) < untilMs)
  if (isRead || walk.page >= mostPages) {
    return { ...found, next: null, cursor: { unit, newestMs: latestMs, walk: null } }
  }
  const next = { page: walk.page + 1, newestMs: latestMs }
  return {
    ...found,
    next: requestOf({ ...state, walk: next }),
    cursor: { unit, newestMs, walk: next },
  }
}

function nameIn(query: string): string {
  return query.replaceAll('"', '').trim()
}
