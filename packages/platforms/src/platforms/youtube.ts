import { definePlatform } from '../define-platform.ts'
import { anyOf, quoted } from '../query-parts.ts'

/** A bar between phrases means any of them, `intitle:` searches titles, a minus excludes. */
export const youtube = definePlatform({
  platform: 'youtube',
  title: 'YouTube',
  access: 'key',
  requirement:
    'It cannot be searched yet; it will need an API key of the YouTube Data API. Until then, bring a provider: register a source with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed.',
  documentation: 'https://developers.google.com/youtube/v3/docs/search/list',
  secrets: [],
  queries: ({ subjects, unwanted }) => {
    const [first = ''] = subjects
    const filter = unwanted.slice(0, 1).map((word) => ` -${word}`)
    return [
      `intitle:${quoted(first)}`,
      `${anyOf(subjects.slice(0, 4), { operator: ' | ' })} (review | comparison | "how to")${filter.join('')}`,
    ]
  },
})
