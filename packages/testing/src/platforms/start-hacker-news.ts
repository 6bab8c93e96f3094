import {
  answerJson,
  escapeHtml,
  type PlatformStandIn,
  type StandInPost,
  startStandIn,
} from './start-stand-in.ts'

const mostHits = 1_000

/**
 * Algolia's search of Hacker News, newest first: filters by time, at most 1,000 hits a query whatever the page, HTML texts.
 * It finds posts with all words of a query, also apart, as a search that tolerates errors does.
 * https://hn.algolia.com/api
 */
export async function startHackerNews(given: readonly StandInPost[] = []): Promise<PlatformStandIn> {
  return await startStandIn(given, ({ url, posts }) => {
    if (url.pathname !== '/api/v1/search_by_date') return answerJson({ message: 'Not Found' }, 404)
    const words = wordsOf(url.searchParams.get('query') ?? '')
    const filters = (url.searchParams.get('numericFilters') ?? '').split(',').filter((text) => text !== '')
    const hitsPerPage = Math.min(mostHits, Number(url.searchParams.get('hitsPerPage') ?? 20))
    const page = Number(url.searchParams.get('page') ?? 0)
    const found = posts
      .map(hitOf)
      .filter((hit) => filters.every((filter) => passes(hit, filter)))
      .filter((hit) => saysAll(JSON.stringify(hit), words))
      .sort((a, b) => Number(b.created_at_i) - Number(a.created_at_i))
    const shown = found.slice(0, mostHits)
    return answerJson({
      hits: shown.slice(page * hitsPerPage, (page + 1) * hitsPerPage),
      nbHits: found.length,
      page,
      nbPages: Math.ceil(shown.length / hitsPerPage),
      hitsPerPage,
    })
  })
}

function hitOf({ id, title, text, publishedAtMs, author = 'pg', raw }: StandInPost): Record<string, unknown> {
  const seconds = Math.floor(publishedAtMs / 1_000)
  return {
    objectID: `${id}`,
    created_at: new Date(seconds * 1_000).toISOString(),
    created_at_i: seconds,
    author,
    title,
    url: null,
    story_text: `<p>${escapeHtml(text)}</p>`,
    comment_text: null,
    story_title: null,
    _tags: ['story', `author_${author}`, `story_${id}`],
    ...raw,
  }
}

function passes(hit: Record<string, unknown>, filter: string): boolean {
  const match = /^(\w+)(>=|<=|>|<|=)(\d+)$/.exec(filter)
  if (match === null) return false
  const [, name = '', operator, bound] = match
  const [value, limit] = [Number(hit[name]), Number(bound)]
  if (operator === '>=') return value >= limit
  if (operator === '<=') return value <= limit
  if (operator === '>') return value > limit
  return operator === '<' ? value < limit : value === limit
}

function saysAll(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return words.every((word) => folded.includes(word))
}

function wordsOf(query: string): string[] {
  return (
    query
      .toLowerCase()
      .replaceAll(/-\S+/g, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
