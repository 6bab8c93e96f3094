import { parseInstant } from '@signalpost/domain'
import { parseFeed } from 'feedsmith'

/** One entry of a feed of any format, as the feed has it. */
export type FeedEntry = {
  link: string | undefined
  title: string | undefined
  /** HTML or plain text. */
  text: string | undefined
  /** Whether the text is declared to be the whole one, not a summary. */
  isWhole: boolean
  author: string | undefined
  publishedMs: number | undefined
}

type Feed = ReturnType<typeof parseFeed<string>>
type Of<Format extends Feed['format']> = Extract<Feed, { format: Format }>['feed']

/** Reads RSS, Atom, RDF and JSON Feed. Undefined for anything else. Expects a text that `findFeedDanger` found harmless. */
export function readFeed(text: string): FeedEntry[] | undefined {
  const parsed = parse(text)
  if (parsed === undefined) return undefined
  const { format, feed } = parsed
  if (format === 'atom') return (feed.entries ?? []).map(atomEntry)
  if (format === 'json') return (feed.items ?? []).map(jsonEntry)
  return format === 'rdf' ? (feed.items ?? []).map(rdfEntry) : (feed.items ?? []).map(rssEntry)
}

/** Returns for how many minutes the publisher of an RSS feed lets it be kept; undefined where the feed does not say. */
export function findTtlMinutes(text: string): number | undefined {
  const parsed = parse(text)
  return parsed?.format === 'rss' ? parsed.feed.ttl : undefined
}

function parse(text: string): Feed | undefined {
  try {
    return parseFeed<string>(text)
  } catch {
    // It is no feed; why not is the parser's matter.
    return undefined
  }
}

/** A `guid` says which entry it is, and feeds use one for several: it is only read where it is a link. */
function rssEntry(item: NonNullable<Of<'rss'>['items']>[number]): FeedEntry {
  const whole = item.content?.encoded
  const guid = item.guid?.isPermaLink === false ? undefined : item.guid?.value
  return {
    link: item.link ?? guid,
    title: item.title,
    text: whole ?? item.description,
    isWhole: whole !== undefined,
    author: item.dc?.creators?.[0] ?? item.authors?.[0]?.name,
    publishedMs: msOfDate(item.pubDate ?? item.dc?.dates?.[0]),
  }
}

function rdfEntry(item: NonNullable<Of<'rdf'>['items']>[number]): FeedEntry {
  const whole = item.content?.encoded
  return {
    link: item.link ?? item.rdf?.about,
    title: item.title,
    text: whole ?? item.description,
    isWhole: whole !== undefined,
    author: item.dc?.creators?.[0],
    publishedMs: msOfDate(item.dc?.dates?.[0]),
  }
}

/** An `updated` date moves with every edit, so it is no substitute. */
function atomEntry(entry: NonNullable<Of<'atom'>['entries']>[number]): FeedEntry {
  const link = entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate')
  const whole = entry.content?.value
  return {
    link: link?.href,
    title: entry.title?.value,
    text: whole ?? entry.summary?.value,
    isWhole: whole !== undefined,
    author: entry.authors?.[0]?.name,
    publishedMs: msOfDate(entry.published),
  }
}

function jsonEntry(item: NonNullable<Of<'json'>['items']>[number]): FeedEntry {
  const whole = item.content_html ?? item.content_text
  return {
    link: item.url ?? item.external_url ?? item.id,
    title: item.title,
    text: whole ?? item.summary,
    isWhole: whole !== undefined,
    author: item.authors?.[0]?.name,
    publishedMs: msOfDate(item.date_published),
  }
}

/** RFC 822 as feeds write it: with or without the day of the week, with a year of two or four digits. */
const mailDate =
  /^(?:[a-z]{3},?\s+)?\d{1,2}\s+[a-z]{3}[a-z]*\s+\d{2,4}\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[a-z]{1,4}|[+-]\d{4})$/i

function msOfDate(text: string | undefined): number | undefined {
  const trimmed = (text ?? '').trim()
  const ms = Date.parse(parseInstant(trimmed) ?? (mailDate.test(trimmed) ? trimmed : ''))
  return Number.isNaN(ms) ? undefined : ms
}
