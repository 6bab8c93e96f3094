import { dayMs, type FoundItem, hourMs, minuteMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformDefinition, PlatformSearch } from '../define-platform.ts'
import { collectItems, datedOf, tooOld } from '../reading/collect-items.ts'
import { readQuery, reasonAgainst } from '../reading/match-query.ts'
import { broken, findFault } from '../reading/read-answer.ts'
import { firstLine } from '../reading/read-text.ts'
import type { DroppedItem } from '../search.ts'
import { decodeFeed, mostFeedBytes } from './decode-feed.ts'
import { type FeedRoute, findAddressFault } from './feed-route.ts'
import { findFeedDanger } from './find-feed-danger.ts'
import { type FeedEntry, findTtlMinutes, readFeed } from './read-feed.ts'

const mostEntries = 1_000
/** A feed that asks for more rest is asked all the same: its publisher may mean seconds. */
const longestRestMs = dayMs

const stateSchema = z.object({ query: z.string(), sinceMs: z.number() })

/**
 * Searches a feed that shows posts of a platform: each run reads the whole feed, unless it did not change, and matches the
 * query here. The board is the feed's address.
 */
export function searchFeed({ platform, title }: PlatformDefinition, { keyOf }: FeedRoute): PlatformSearch {
  const read = (entry: FeedEntry, query: string, receivedAtMs: number): FoundItem | DroppedItem => {
    const url = targetOf(entry.link)
    if (url === undefined) return { reason: 'it has no link' }
    const key = keyOf(url)
    if (key === undefined) return { reason: `its link does not lead to ${title}` }
    const text = entry.text()
    const heading = entry.title() || firstLine(text)
    if (heading === '') return { key, reason: 'it has neither a title nor a text' }
    return {
      ...{ platform, key, url: url.href, title: heading, text },
      ...(entry.author !== '' && { author: entry.author }),
      ...datedOf(entry.publishedMs, { receivedAtMs, latestMs: entry.updatedMs }),
      coverage: entry.isWhole ? 'full_text' : 'snippet',
      foundByQuery: query,
    }
  }

  return {
    needsBoard: true,
    // A feed says nothing of limits: gentle enough for any host, however many of its feeds are read.
    budget: [{ unit: 'request', most: 600, windowMs: hourMs }],
    leastIntervalMs: 15 * minuteMs,
    retention: null,
    bodies: { mostBytes: mostFeedBytes, decode: decodeFeed },
    followsRedirects: true,
    findRestMs,
    start: ({ query, board, sinceMs }) => {
      const fault = findAddressFault(board ?? '')
      if (board === null || fault !== undefined) return { refusal: fault ?? 'needs a feed' }
      return {
        ...{ method: 'GET' as const, url: board, unit: 'request', cost: 1, state: { query, sinceMs } },
        headers: {
          accept:
            'application/rss+xml, application/atom+xml, application/feed+json, application/xml, */*;q=0.1',
        },
      }
    },
    read: (answer, request) => {
      const state = stateSchema.safeParse(request.state)
      if (!state.success) return broken('The request has no state of a search.')
      const isGone = answer.status === 410
      const fault = findFault(isGone ? { ...answer, status: 404 } : answer, 'The feed does not exist.')
      if (fault !== undefined) return fault
      const danger = findFeedDanger(answer.body)
      if (danger !== undefined) return broken(danger)
      const entries = readFeed(answer.body, request.url)
      if (entries === undefined) return broken('The answer is no feed: expected RSS, Atom, RDF or JSON Feed.')
      const { query, sinceMs } = state.data
      // Words without quotes are left to the search that made the feed, unless there is nothing else.
      const terms = readQuery(query, { phrasesOnly: query.includes('"') })
      const found = collectItems(newestOf(entries), { sinceMs }, (entry) => {
        const item = read(entry, query, answer.receivedAtMs)
        if ('reason' in item) return item
        // Nothing is published after it was updated.
        if ((entry.updatedMs ?? sinceMs) < sinceMs) return { key: item.key, reason: tooOld }
        const reason = reasonAgainst(`${item.title}\n${item.text}`, terms)
        return reason === undefined ? item : { key: item.key, reason }
      })
      return { ...found, next: null, cursor: null }
    },
    authorize: () => ({}),
  }
}

function findRestMs(body: string): number | undefined {
  const minutes = findTtlMinutes(body)
  return minutes !== undefined && minutes > 0 ? Math.min(minutes * minuteMs, longestRestMs) : undefined
}

/** Feeds are not always sorted. Entries without a date may be new, those with one that cannot be read come last. */
function newestOf(entries: readonly FeedEntry[]): FeedEntry[] {
  const ageOf = ({ publishedMs = Number.POSITIVE_INFINITY }: FeedEntry): number =>
    Number.isNaN(publishedMs) ? Number.POSITIVE_INFINITY : -publishedMs
  return entries.length <= mostEntries
    ? [...entries]
    : entries.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1)).slice(0, mostEntries)
}

/** Google's alerts lead through an address of Google. */
function targetOf(link: string | undefined): URL | undefined {
  const url = URL.parse((link ?? '').trim())
  if (url === null) return undefined
  const isAlert = /^(www\.)?google\.\w+$/.test(url.hostname) && url.pathname === '/url'
  const target = isAlert ? (url.searchParams.get('url') ?? url.searchParams.get('q')) : null
  return URL.parse(target ?? url.href) ?? url
}
