/** The rules of a robots.txt for one crawler. */
export type Robots = {
  isAllowed: (url: URL) => boolean
  crawlDelayMs: number
  sitemaps: string[]
  /** Why the rules are unknown, as a sentence. */
  fault?: string
}

type Rule = { pattern: string; isAllowed: boolean }
type Group = { agents: string[]; rules: Rule[]; crawlDelayMs: number }

const longestPattern = 500
const mostRules = 2_000
const mostSitemaps = 20
const longestLine = 2_000

export const allowsAll: Robots = { isAllowed: () => true, crawlDelayMs: 0, sitemaps: [] }
export const allowsNothing: Robots = { isAllowed: () => false, crawlDelayMs: 0, sitemaps: [] }

/**
 * Parses a robots.txt by RFC 9309. The groups that name the crawler apply, else those for all crawlers. The longest
 * matching rule decides; at equal length, allow wins.
 */
export function parseRobots(text: string, agent: string): Robots {
  const { groups, sitemaps } = readGroups(text)
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen
    .flatMap((group) => group.rules)
    .slice(0, mostRules)
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed))
  return {
    isAllowed: (url) => {
      const path = url.pathname + url.search
      return (
        url.pathname === '/robots.txt' ||
        (rules.find(({ pattern }) => matches(pattern, path))?.isAllowed ?? true)
      )
    },
    crawlDelayMs: Math.max(0, ...chosen.map((group) => group.crawlDelayMs)),
    sitemaps,
  }
}

function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line.slice(0, longestLine)) ?? []
    const field = name.toLowerCase()
    const group = groups.at(-1)
    if (field === 'user-agent') {
      const agent = value
        .trim()
        .toLowerCase()
        .replace(/[/\s].*$/s, '')
      if (isNaming && group !== undefined) group.agents.push(agent)
      else groups.push({ agents: [agent], rules: [], crawlDelayMs: 0 })
      isNaming = true
      continue
    }
    if (field === 'sitemap' && sitemaps.length < mostSitemaps) sitemaps.push(value.trim())
    if (field !== 'allow' && field !== 'disallow' && field !== 'crawl-delay') continue
    isNaming = false
    if (group === undefined) continue
    if (field === 'crawl-delay') group.crawlDelayMs = Math.max(0, Number.parseFloat(value) * 1000) || 0
    // A rule without a path has no effect.
    else if (value.trim() !== '')
      group.rules.push({ pattern: patternOf(value), isAllowed: field === 'allow' })
  }
  return { groups, sitemaps }
}

function patternOf(value: string): string {
  const pattern = value.trim().replaceAll(/\*+/g, '*').slice(0, longestPattern)
  // Encoded as in URLs, so both compare letter by letter.
  return pattern.replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent)
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
