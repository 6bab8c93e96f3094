import { constants, createGunzip } from 'node:zlib'
import { decodeText } from './decode-text.ts'
import { type FetchOptions, fetchDocument } from './fetch-document.ts'
import { findPageUrl, siteOf } from './page-url.ts'

const mostFiles = 4
const mostPages = 500
const mostLocations = 5_000
const maxBytes = 2_097_152
const timeoutMs = 5_000

type Source = Pick<FetchOptions, 'fetch' | 'signal'>

/**
 * Returns the pages that a site's sitemaps list (sitemaps.org), through index files, compressed or not. Skips what
 * cannot be read.
 */
export async function readSitemaps(starts: readonly string[], home: URL, options: Source): Promise<URL[]> {
  const site = siteOf(home)
  const isOfSite = (url: URL): boolean => siteOf(url) === site
  const waiting: URL[] = []
  const seen = new Set<string>()
  const note = (location: string, base: URL): URL | undefined => {
    const url = URL.parse(location, base.href)
    if (url === null || !isOfSite(url) || seen.has(url.href)) return undefined
    seen.add(url.href)
    return url
  }
  for (const start of starts) waiting.push(...[note(start, home)].filter((url) => url !== undefined))
  const pages: URL[] = []
  for (let files = 0; files < mostFiles && pages.length < mostPages; files += 1) {
    const next = waiting.shift()
    if (next === undefined) break
    const xml = await readFile(next, { ...options, isWelcome: (url) => Promise.resolve(isOfSite(url)) })
    const isIndex = /<sitemapindex[\s>]/i.test(xml.slice(0, 2_000))
    for (const location of findLocations(xml)) {
      if (pages.length >= mostPages) break
      const url = note(location, next)
      if (url === undefined) continue
      if (isIndex) waiting.push(url)
      else pages.push(findPageUrl(location, next) ?? url)
    }
  }
  return pages
}

async function readFile(url: URL, options: Source & Pick<FetchOptions, 'isWelcome'>): Promise<string> {
  try {
    const document = await fetchDocument(url, { ...options, timeoutMs, maxBytes, accept: 'application/xml' })
    if (document === undefined || document.status !== 200) return ''
    const { body } = document
    const isCompressed = body[0] === 0x1f && body[1] === 0x8b
    const bytes = isCompressed ? await beginOf(body) : body
    return decodeText(bytes, document.headers['content-type'])
  } catch {
    return '' // a site without a sitemap is crawled by its links
  }
}

/** Decompresses as much of a file as is read of others. The file may be cut off itself. */
async function beginOf(compressed: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  gunzip.end(compressed)
  for await (const piece of gunzip) {
    // The cast: it gives bytes, as no encoding is set.
    pieces.push(piece as Buffer)
    length += (piece as Buffer).length
    if (length >= maxBytes) break
  }
  return Buffer.concat(pieces).subarray(0, maxBytes)
}

/** Yields the first addresses that a sitemap lists. */
export function* findLocations(xml: string): Generator<string> {
  let found = 0
  for (const [, location = ''] of xml.matchAll(/<loc>\s*(?:<!\[CDATA\[\s*)?([^\s<\]]{1,2048})/gi)) {
    if (found === mostLocations) return
    found += 1
    yield location.replaceAll('&amp;', '&')
  }
}
