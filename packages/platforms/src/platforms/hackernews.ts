import { definePlatform } from '../define-platform.ts'
import { quoted } from '../query-parts.ts'

const mostQueries = 4

/** Algolia's search knows quotes and a minus, but no OR: one query for each phrase. */
export const hackernews = definePlatform({
  platform: 'hackernews',
  title: 'Hacker News',
  access: 'open',
  requirement: 'Nothing.',
  documentation: 'https://hn.algolia.com/api',
  secrets: [],
  queries: ({ subjects, unwanted }) => {
    const filter = unwanted.slice(0, 1).map((word) => ` -${word}`)
    const [first = ''] = subjects
    const phrases = subjects.slice(0, mostQueries).map((subject) => `${quoted(subject)}${filter.join('')}`)
    return [...phrases, `"Ask HN" ${quoted(first)}`]
  },
})
