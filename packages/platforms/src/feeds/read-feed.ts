import { parseFeed } from 'feedsmith'
import { guessedText, htmlToText, oneLine, plainText } from '../reading/read-text.ts'
import { readFeedDate } from './read-feed-date.ts'

/** One entry of a feed of any format, as the feed has it. */
export type FeedEntry = {
  /** Absolute, if the feed says where it is. */
  link: string | undefined
  /** One line of plain text, as far as there is one. */
  title: () => string
  /** Plain text. */
  text: () => string
  /** Whether the text is declared to be the whole one, not a summary. */
  isWhole: boolean
  author: string
  /** Undefined without a date. NaN where the date cannot be read, or is only that of an update. */
  publishedMs: number | undefined
  updatedMs: number | undefined
}

type Feed = ReturnType<typeof parseFeed<string>>
type Of<Format extends Feed['format']> = Extract<Feed, { format: Format }>['feed']
type Item<Format extends 'rss' | 'rdf' | 'json'> = NonNullable<Of<Format>['items']>[number]
type AtomEntry = NonNullable<Of<'atom'>['entries']>[number]
type AtomLinks = AtomEntry['links']
type AtomText = { value?: string; type?: string }

/**
 * Reads RSS, Atom, RDF and JSON Feed from `address`. Undefined for anything else. Expects a text that `findFeedDanger` found
 * harmless. Relative links count from `xml:base`, else from the website that the feed names, else from the feed.
 */
export function readFeed(text: string, address: string): FeedEntry[] | undefined {
  const parsed = parse(text)
  if (parsed === undefined) return undefined
  const { format, feed } = parsed
  if (format === 'json') {
    const base = resolve(feed.home_page_url, address)
    return (feed.items ?? []).map((item) => jsonEntry(item, base))
  }
  if (format === 'atom') {
    const base = resolve(feed.xml?.base, resolve(alternateOf(feed.links), address))
    return (feed.entries ?? []).map((entry) => atomEntry(entry, resolve(entry.xml?.base, base)))
  }
  if (format === 'rdf') {
    const base = resolve(feed.xml?.base, resolve(feed.link, address))
    return (feed.items ?? []).map((item) => rdfEntry(item, base))
  }
  const whole = resolve(feed.xml?.base, resolve(feed.link, address))
  const base = resolve(findChannelBase(text), whole)
  return (feed.items ?? []).map((item) => rssEntry(item, resolve(item.xml?.base, base)))
}

const longestTag = 4_000

/** The parser keeps the `xml:base` of every element but that of an RSS channel. */
function findChannelBase(text: string): string | undefined {
  const begin = text.indexOf('<channel')
  if (begin === -1) return undefined
  const [tag = ''] = text.slice(begin, begin + longestTag).split('>', 1)
  const [, double, single] = /\sxml:base\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag) ?? []
  return (double ?? single)?.replaceAll('&amp;', '&')
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

/**
 * A `guid` says which entry it is, and feeds use one for several: it is only read where it is a link. A description is HTML;
 * of a title the specification does not say.
 */
function rssEntry(item: Item<'rss'>, base: string): FeedEntry {
  const whole = item.content?.encoded
  const guid = item.guid?.isPermaLink === false ? undefined : item.guid?.value
  return {
    link: resolved(item.link ?? alternateOf(item.atom?.links) ?? guid, base),
    title: () => oneLine(guessedText(item.title ?? '')),
    text: () => htmlToText(whole ?? item.description ?? ''),
    isWhole: whole !== undefined,
    author: oneLine(guessedText(item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? '')),
    ...datesOf([item.pubDate, item.dc?.dates?.[0], item.atom?.published], item.atom?.updated),
  }
}

function rdfEntry(item: Item<'rdf'>, base: string): FeedEntry {
  const whole = item.content?.encoded
  return {
    link: resolved(item.link ?? item.rdf?.about, base),
    title: () => oneLine(guessedText(item.title ?? '')),
    text: () => htmlToText(whole ?? item.description ?? ''),
    isWhole: whole !== undefined,
    author: oneLine(guessedText(item.dc?.creators?.[0] ?? '')),
    ...datesOf([item.dc?.dates?.[0]], undefined),
  }
}

/** Each text of Atom says what it is: HTML, XHTML, or by default plain. */
function atomEntry(entry: AtomEntry, base: string): FeedEntry {
  const { content } = entry
  const id = entry.id !== undefined && /^https?:/i.test(entry.id) ? entry.id : undefined
  return {
    link: resolved(alternateOf(entry.links) ?? content?.src ?? id, base),
    title: () => oneLine(textOf(entry.title)),
    text: () => textOf(content?.value === undefined ? entry.summary : content),
    isWhole: content?.value !== undefined,
    author: oneLine(entry.authors?.[0]?.name ?? ''),
    ...datesOf([entry.published], entry.updated),
  }
}

function jsonEntry(item: Item<'json'>, base: string): FeedEntry {
  const { content_html: html, content_text: plain } = item
  return {
    link: resolved(item.url ?? item.external_url ?? item.id, base),
    title: () => oneLine(item.title ?? ''),
    text: () => (html === undefined ? plainText(plain ?? item.summary ?? '') : htmlToText(html)),
    isWhole: (html ?? plain) !== undefined,
    author: oneLine(item.authors?.[0]?.name ?? ''),
    ...datesOf([item.date_published], item.date_modified),
  }
}

function textOf({ value = '', type = 'text' }: AtomText = {}): string {
  return /html/i.test(type) ? htmlToText(value) : plainText(value)
}

/** Returns where the entry itself is, and not what it is about: a web page rather than the same in another format. */
function alternateOf(links: AtomLinks): string | undefined {
  const alternates = (links ?? []).filter(({ rel = 'alternate' }) => /(?:^|\/)alternate$/i.test(rel.trim()))
  return (alternates.find(({ type = 'text/html' }) => /html/i.test(type)) ?? alternates[0])?.href
}

/** An `updated` date moves with every edit, so it is no substitute. */
function datesOf(
  published: readonly (string | undefined)[],
  updated: string | undefined,
): Pick<FeedEntry, 'publishedMs' | 'updatedMs'> {
  const given = published.filter((date) => date !== undefined)
  const read = given.map(readFeedDate).find((ms) => ms !== undefined)
  const isLost = read === undefined && (given.length > 0 || updated !== undefined)
  return {
    publishedMs: isLost ? Number.NaN : read,
    updatedMs: updated === undefined ? undefined : readFeedDate(updated),
  }
}

/** Resolves an address against another; the other one where there is none, or none that can be read. */
function resolve(address: string | undefined, base: string): string {
  return resolved(address, base) ?? base
}

function resolved(address: string | undefined, base: string): string | undefined {
  const trimmed = address?.trim() ?? ''
  return trimmed === '' ? undefined : URL.parse(trimmed, base)?.href
}
