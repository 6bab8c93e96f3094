import { setTimeout as delay } from 'node:timers/promises'
import { OutgoingError } from '@signalpost/outgoing'
import { createFrontier } from './create-frontier.ts'
import { decodeText } from './decode-text.ts'
import type { Fetch } from './fetch.ts'
import { fetchDocument } from './fetch-document.ts'
import type { Page } from './page.ts'
import { siteOf } from './page-url.ts'
import { readPage } from './read-page.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createRobotsOfHosts } from './robots-of-hosts.ts'

const limits = {
  pages: 20,
  failures: 15,
  pageBytes: 2_097_152,
  pageTimeoutMs: 10_000,
  totalMs: 45_000,
  atOnce: 3,
  longestDelayMs: 10_000,
}

/** A website cannot be read, for any reason. */
export class UnreadableWebsiteError extends Error {
  override readonly name = 'UnreadableWebsiteError'
}

type Crawl = { fetch: Fetch; signal: AbortSignal; totalMs?: number }

/**
 * Reads the homepage and the most informative pages of a site, as robots.txt allows. `website` is an http or https URL,
 * or a bare host, which is tried by https first. Throws UnreadableWebsiteError. If time runs out after the homepage,
 * the site is what was read until then.
 */
export async function crawlWebsite(
  website: string,
  { fetch, signal, totalMs = limits.totalMs }: Crawl,
): Promise<Page[]> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(totalMs)])
  const robotsOf = createRobotsOfHosts({ fetch, signal: ends })
  const readAllowed = createReader({ fetch, signal: ends, robotsOf })

  const home = await readHome(website, (url) => readAllowed(url, () => true))
  signal.throwIfAborted()
  if (!isRead(home)) throw new UnreadableWebsiteError(`The homepage could not be read. ${home.reason}`)

  const isOfSite = (url: URL): boolean => siteOf(url) === siteOf(home.url)
  const { sitemaps, crawlDelayMs } = await robotsOf(home.url)
  const listed = await readSitemaps([...sitemaps, '/sitemap.xml'], home.url, { fetch, signal: ends })

  const pages = [home]
  const frontier = createFrontier(home.url)
  frontier.markRead(home)
  frontier.add(home.links)
  frontier.add(listed.map((url) => ({ url, text: '' })))

  let failures = 0
  const underWay = new Set<Promise<void>>()
  const readInto = async (url: URL): Promise<void> => {
    const pauseMs = Math.min(crawlDelayMs, limits.longestDelayMs)
    // The end of the crawl also ends the pause. A thread with limits of its own loads nothing more for it.
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: ends }).catch(() => undefined)
    const page = await readAllowed(url, isOfSite)
    if (isRead(page) && frontier.markRead(page) && !isRepeated(page, pages)) {
      pages.push(page)
      frontier.add(page.links)
    } else failures += 1
  }
  for (;;) {
    const atOnce = crawlDelayMs > 0 ? 1 : limits.atOnce
    const isFull = pages.length + underWay.size >= limits.pages || failures >= limits.failures
    const next = isFull || ends.aborted || underWay.size >= atOnce ? undefined : frontier.take()
    if (next !== undefined) {
      const reading = readInto(next).finally(() => underWay.delete(reading))
      underWay.add(reading)
    } else if (underWay.size > 0) await Promise.race(underWay)
    else break
  }
  signal.throwIfAborted()
  return pages
}

/** Why a page was not read, as a sentence. */
type Unread = { reason: string }

type Read = (url: URL, isWelcome: (url: URL) => boolean) => Promise<Page | Unread>

function isRead(page: Page | Unread): page is Page {
  return !('reason' in page)
}

/** Reads one page, unless it must not or cannot be read, or is not HTML. */
function createReader({
  fetch,
  signal,
  robotsOf,
}: {
  fetch: Fetch
  signal: AbortSignal
  robotsOf: ReturnType<typeof createRobotsOfHosts>
}): Read {
  const isAllowed = async (url: URL): Promise<boolean> => (await robotsOf(url)).isAllowed(url)
  return async (url, isWelcome) => {
    const { isAllowed: mayRead, fault } = await robotsOf(url)
    if (!mayRead(url)) return { reason: fault ?? 'Its robots.txt asks that it is not read.' }
    try {
      const document = await fetchDocument(url, {
        fetch,
        signal,
        timeoutMs: limits.pageTimeoutMs,
        maxBytes: limits.pageBytes,
        accept: 'text/html, application/xhtml+xml;q=0.9',
        isWelcome: async (next) => isWelcome(next) && (await isAllowed(next)),
        onlyHtml: true,
      })
      if (document === undefined) return { reason: 'It is not HTML, or leads to what may not be read.' }
      if (document.status !== 200) return { reason: `It answers with status ${document.status}.` }
      const html = decodeText(document.body, document.headers['content-type'])
      return html.trimStart().startsWith('<') ? readPage(html, document.url) : { reason: 'It is not HTML.' }
    } catch (error) {
      if (error instanceof OutgoingError) return { reason: error.message }
      throw error
    }
  }
}

async function readHome(website: string, read: (url: URL) => Promise<Page | Unread>): Promise<Page | Unread> {
  let home: Page | Unread = { reason: 'The address is no URL.' }
  for (const address of homeAddresses(website)) {
    const url = URL.parse(address)
    if (url !== null) home = await read(url)
    if (isRead(home)) return home
  }
  return home
}

/** A bare host is tried by https, then by http. */
export function homeAddresses(website: string): string[] {
  const text = website.trim()
  return /^https?:\/\//i.test(text) ? [text] : [`https://${text}`, `http://${text}`]
}

/** Whether a page has the same text as an earlier one at another address. */
function isRepeated(page: Page, pages: readonly Page[]): boolean {
  const text = textOf(page)
  return pages.some((other) => textOf(other) === text)
}

function textOf({ blocks }: Page): string {
  return blocks.map((block) => block.text).join('\n')
}
