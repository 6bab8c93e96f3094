import { createHash } from 'node:crypto'
import type { ServiceReply, ServiceRequest } from '../services/start-service.ts'
import { escapeHtml, type PlatformStandIn, type StandInPost, startStandIn } from './start-stand-in.ts'

type Entry = {
  link?: string
  guid: string
  title?: string
  html: string
  author: string
  /** As it is written; feeds differ, and some are wrong. */
  date?: string
}
type Render = (entries: readonly Entry[]) => string

/** Thousands of times its own size, if its entities were expanded. */
export const entityBomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
<rss version="2.0"><channel><title>&d;</title><item><title>CRM &d;</title>
<link>https://www.linkedin.com/posts/a-1</link></item></channel></rss>`

const formats: Record<string, { type: string; render: Render }> = {
  '/rss': { type: 'application/rss+xml', render: rss },
  '/atom': { type: 'application/atom+xml', render: atom },
  '/rdf': { type: 'application/rdf+xml', render: rdf },
  '/json': { type: 'application/feed+json', render: jsonFeed },
}

/**
 * Feeds of posts on LinkedIn, with both validators: RSS 2.0, Atom, RSS 1.0 and JSON Feed, each at its path. `/moved/3/rss`
 * redirects three times; `/away?to=…` leads anywhere; `/rss?ttl=60` asks for an hour of rest. `raw` of a post replaces members
 * of its entry.
 * https://www.rssboard.org/rss-specification, https://www.rfc-editor.org/rfc/rfc4287, https://web.resource.org/rss/1.0/spec
 * and https://www.jsonfeed.org/version/1.1
 */
export async function startFeed(given: readonly StandInPost[] = []): Promise<PlatformStandIn> {
  return await startStandIn(given, ({ url, received, posts }) => {
    const [, left, path = url.pathname] = /^\/moved\/(\d+)(\/.*)$/.exec(url.pathname) ?? []
    if (left !== undefined) {
      const location = Number(left) <= 1 ? path : `/moved/${Number(left) - 1}${path}`
      return { status: 302, headers: { location } }
    }
    const away = url.searchParams.get('to')
    if (away !== null) return { status: 301, headers: { location: away } }
    const format = formats[path]
    if (format === undefined) return { status: 404, body: 'Not found' }
    const newestMs = Math.max(0, ...posts.map(({ publishedAtMs }) => publishedAtMs))
    const ttl = url.searchParams.get('ttl')
    const body = format
      .render(posts.map(entryOf))
      .replace('<description>All', `${tag('ttl', ttl ?? undefined)}$&`)
    return answer(body, { type: format.type, newestMs, received })
  })
}

function answer(
  body: string,
  { type, newestMs, received }: { type: string; newestMs: number; received: ServiceRequest },
): ServiceReply {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  const headers = { 'content-type': type, etag, 'last-modified': new Date(newestMs).toUTCString() }
  const isKnown = received.headers['if-none-match'] === etag
  return isKnown ? { status: 304, headers: { etag } } : { status: 200, headers, body }
}

function entryOf({ id, title, text, publishedAtMs, author = 'Maria', raw }: StandInPost): Entry {
  return {
    link: `https://www.linkedin.com/posts/maria-activity-${id}`,
    guid: `urn:post:${id}`,
    title,
    html: `<p>${escapeHtml(text)}</p>`,
    author,
    date: new Date(publishedAtMs).toISOString(),
    ...raw,
  }
}

function tag(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeHtml(text)}</${name}>`
}

/** ISO is written as RFC 822 asks; what is no date stays. */
function mailDate(date: string | undefined): string | undefined {
  const ms = Date.parse(date ?? '')
  return Number.isNaN(ms) ? date : new Date(ms).toUTCString().replace('GMT', '+0000')
}

function rss(entries: readonly Entry[]): string {
  const items = entries.map(
    ({ link, guid, title, html, author, date }) =>
      `<item>${tag('title', title)}${tag('link', link)}<guid isPermaLink="false">${guid}</guid>${tag('dc:creator', author)}${tag('pubDate', mailDate(date))}<description>A summary</description><content:encoded><![CDATA[${html}]]></content:encoded></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Alerts</title><link>https://feeds.example</link><description>All</description>${items.join('')}</channel></rss>`
}

function atom(entries: readonly Entry[]): string {
  const items = entries.map(
    ({ link = '', guid, title, html, author, date }) =>
      `<entry>${tag('title', title)}<link rel="alternate" href="${escapeHtml(link)}"/>${tag('id', guid)}<author>${tag('name', author)}</author>${tag('published', date)}${tag('updated', date)}<content type="html">${escapeHtml(html)}</content></entry>`,
  )
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Alerts</title><id>urn:alerts</id>${tag('updated', entries[0]?.date)}${items.join('')}</feed>`
}

function rdf(entries: readonly Entry[]): string {
  const items = entries.map(
    ({ link = '', title, html, author, date }) =>
      `<item rdf:about="${escapeHtml(link)}">${tag('title', title)}${tag('link', link)}<description>${escapeHtml(html)}</description>${tag('dc:creator', author)}${tag('dc:date', date)}</item>`,
  )
  return `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://feeds.example"><title>Alerts</title><link>https://feeds.example</link><description>All</description></channel>${items.join('')}</rdf:RDF>`
}

function jsonFeed(entries: readonly Entry[]): string {
  const items = entries.map(({ link, guid, title, html, author, date }) => ({
    ...{ id: guid, url: link, title, content_html: html, authors: [{ name: author }], date_published: date },
  }))
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Alerts', items })
}
