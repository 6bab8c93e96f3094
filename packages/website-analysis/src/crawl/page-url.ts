import { getDomain } from 'tldts'

const longest = 600
const notPages =
  /\.(?:pdf|jpe?g|png|gif|webp|avif|svg|ico|mp[34]|m4[av]|mov|avi|webm|ogg|wav|zip|gz|tgz|tar|rar|7z|dmg|exe|msi|apk|docx?|xlsx?|pptx?|csv|json|xml|rss|atom|txt|css|m?js|woff2?|ttf|eot|ics|vcf)$/i
const noise =
  /^(?:utm_.*|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|_hs.*|hsa_.*|ref|referrer|source|sessionid|phpsessid|jsessionid|sid)$/i

/** Returns the address of the page that a link leads to; undefined if it is not a page, or not http. */
export function findPageUrl(href: string, base: URL): URL | undefined {
  const url = URL.parse(href.trim(), base.href)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > longest) return undefined
  if (url.username !== '' || url.password !== '' || notPages.test(url.pathname)) return undefined
  url.hash = ''
  for (const name of new Set(url.searchParams.keys())) if (noise.test(name)) url.searchParams.delete(name)
  return url
}

/**
 * Returns a key that is equal for addresses of the same page: it ignores protocol, www, a final slash and an index
 * file.
 */
export function pageKey(url: URL): string {
  const path = url.pathname
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/\/$/, '')
  const query = new URLSearchParams(url.searchParams)
  query.sort()
  return `${url.host.replace(/^www\./, '')}${path}?${query.toString()}`
}

/**
 * Returns what all pages of a site share: the registrable domain, or the host if there is none. A non-default port is
 * its own site, so links lead to no other service on the host.
 */
export function siteOf(url: URL): string {
  const domain = findDomain(url) ?? url.hostname
  return url.port === '' ? domain : `${domain}:${url.port}`
}

/** Returns the registrable domain of a host by the public suffix list. Addresses and names without dots have none. */
export function findDomain({ hostname }: URL): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined
}
