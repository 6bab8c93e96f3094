import { definePlatform } from '../../define-platform.ts'
import { anyOf, quoted } from '../../query-parts.ts'
import { searchYoutube } from './search-youtube.ts'

/** A bar between phrases means any of them, `intitle:` searches titles, a minus excludes. */
export const youtube = definePlatform({
  platform: 'youtube',
  title: 'YouTube',
  access: 'key',
  requirement:
    'An API key of a Google project with the YouTube Data API: `--api-key-file FILE`. Its quota is 100 searches and 10,000 other calls a day.',
  documentation: 'https://developers.google.com/youtube/v3/docs/search/list',
  secrets: [{ name: 'apiKey', description: 'The API key of a Google project with the YouTube Data API.' }],
  queries: ({ subjects, leaving, unwanted }) => {
    const [first = ''] = subjects
    const filter = unwanted.slice(0, 1).map((word) => ` -${word}`)
    return [
      `intitle:${quoted(first)}`,
      `${anyOf(subjects.slice(0, 4), { operator: ' | ' })} (review | comparison | "how to")${filter.join('')}`,
      ...(leaving.length === 0 ? [] : [anyOf(leaving.slice(0, 4), { operator: ' | ' })]),
    ]
  },
  search: searchYoutube,
})
