/** Parameters that say where a reader came from, never what is shown. */
const tracking = new Set(['gclid', 'fbclid', 'msclkid', 'ref', 'gh_src', 'lever-source'])
const prefixes = ['www.', 'm.', 'old.']
const encoder = new TextEncoder()
// No signal has a longer address, and reading a host takes the square of its marks.
const longestAddress = 2_048

/**
 * Returns an address without what may differ between links to one page: scheme, default port, fragment, tracking,
 * the order of parameters. A key is its own key. Text that is no address, or longer than one may be, is returned trimmed.
 */
export function normaliseKey(url: string): string {
  const text = url.trim()
  if (text.length > longestAddress) return text
  const absolute = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const parsed = URL.parse(absolute)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return text
  const host = bareHost(parsed.hostname)
  const port = ['', '80', '443'].includes(parsed.port) ? '' : `:${parsed.port}`
  const query = queryOf(parsed.search.slice(1))
  return `${host}${port}${pathOf(parsed.pathname)}${query === '' ? '' : `?${query}`}`
}

function bareHost(host: string): string {
  const prefix = prefixes.find((one) => host.startsWith(one) && host.slice(one.length).includes('.'))
  return prefix === undefined ? host : bareHost(host.slice(prefix.length))
}

function pathOf(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return normaliseEscapes(path.slice(0, end))
}

function queryOf(search: string): string {
  return search
    .split('&')
    .map(normaliseEscapes)
    .filter((pair) => pair !== '' && !isTracking(pair.split('=')[0] ?? ''))
    .sort(compareBytes)
    .join('&')
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith('utm_') || tracking.has(lower)
}

/** Decodes what needs no escape, and writes the other escapes in upper case. */
export function normaliseEscapes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})?/gi, (_, code: string | undefined) => {
    if (code === undefined) return '%25'
    const letter = String.fromCharCode(Number.parseInt(code, 16))
    return /[\w.~-]/.test(letter) ? letter : `%${code.toUpperCase()}`
  })
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(encoder.encode(a), encoder.encode(b))
}
