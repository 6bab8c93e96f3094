import { normaliseEscapes } from '@signalpost/domain'

/** The rules of a robots.txt for one crawler. */
export type Robots = {
  isAllowed: (url: URL) => boolean
  crawlDelayMs: number
  sitemaps: string[]
  /** Why the rules are unknown, as a sentence. */
  fault?: string
}

type Rule = { pattern: string; isAllowed: boolean }
/** What the groups of one name say together. */
type Named = { isNamed: boolean; rules: Rule[]; crawlDelayMs: number }

const longestPattern = 500
const mostRules = 2_000
const mostSitemaps = 20
const longestLine = 2_000
/** What a cut may leave of a letter beyond U+FFFF, or of an escape. */
const halfLetter = /(?:%[\da-f]?|[\ud800-\udbff])$/i

export const allowsAll: Robots = { isAllowed: () => true, crawlDelayMs: 0, sitemaps: [] }
export const allowsNothing: Robots = { isAllowed: () => false, crawlDelayMs: 0, sitemaps: [] }

/**
 * Parses a robots.txt by RFC 9309. The groups that name the crawler apply, else those for all crawlers. The longest
 * matching rule decides; at equal length, allow wins.
 */
export function parseRobots(text: string, agent: string): Robots {
  const { own, all, sitemaps } = readGroups(text, agent.toLowerCase())
  const { rules, crawlDelayMs } = own.isNamed ? own : all
  rules.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed))
  return {
    isAllowed: (url) => {
      const path = normaliseEscapes(url.pathname + url.search)
      return (
        url.pathname === '/robots.txt' ||
        (rules.find(({ pattern }) => matches(pattern, path))?.isAllowed ?? true)
      )
    },
    crawlDelayMs,
    sitemaps,
  }
}

/** Keeps only what may apply: a stranger's file may name any number of crawlers. */
function readGroups(text: string, agent: string): { own: Named; all: Named; sitemaps: string[] } {
  const own: Named = { isNamed: false, rules: [], crawlDelayMs: 0 }
  const all: Named = { isNamed: false, rules: [], crawlDelayMs: 0 }
  const sitemaps: string[] = []
  let group = new Set<Named>()
  let isNaming = false
  for (const [line] of text.replace(/^\ufeff/, '').matchAll(/[^\r\n]+/g)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line.slice(0, longestLine)) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isNaming) group = new Set()
      isNaming = true
      const named = value
        .trim()
        .toLowerCase()
        .replace(/[/\s].*$/s, '')
      const one = named === agent ? own : named === '*' ? all : undefined
      if (one === undefined) continue
      one.isNamed = true
      group.add(one)
      continue
    }
    if (field === 'sitemap' && sitemaps.length < mostSitemaps) sitemaps.push(value.trim())
    if (field !== 'allow' && field !== 'disallow' && field !== 'crawl-delay') continue
    isNaming = false
    for (const one of group) {
      if (field === 'crawl-delay')
        one.crawlDelayMs = Math.max(one.crawlDelayMs, Number.parseFloat(value) * 1000 || 0)
      // A rule without a path has no effect.
      else if (value.trim() !== '' && one.rules.length < mostRules)
        one.rules.push({ pattern: patternOf(value), isAllowed: field === 'allow' })
    }
  }
  return { own, all, sitemaps }
}

function patternOf(value: string): string {
  const whole = value.trim().replaceAll(/\*+/g, '*')
  const pattern =
    whole.length > longestPattern ? whole.slice(0, longestPattern).replace(halfLetter, '') : whole
  // Escaped in one way, as addresses are, so both compare letter by letter.
  return normaliseEscapes(pattern.toWellFormed().replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent))
}

/**
 * `*` matches any letters, and a final `$` matches the end. Takes at most time in proportion to path length times
 * stars.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  if (!isWhole) return true
  if (last === undefined) return at === path.length
  return path.length - last.length >= at && path.endsWith(last)
}
