import { definePlatform } from '../define-platform.ts'
import { anyOf } from '../query-parts.ts'

/** Adjacent words are all required; a minus before an operator excludes. At most 512 characters. */
export const x = definePlatform({
  platform: 'x',
  title: 'X',
  access: 'key',
  requirement:
    'It cannot be searched yet; it will need an app bearer token, and X bills each post that is read. Until then, bring a provider: register a source with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed.',
  documentation: 'https://docs.x.com/x-api/posts/search/introduction',
  secrets: [],
  queries: ({ subjects, intents, unwanted, language }) => {
    const filters = [
      `lang:${language}`,
      '-filter:replies',
      ...unwanted.slice(0, 2).map((word) => `-${word}`),
    ].join(' ')
    const groups = [subjects.slice(0, 4), subjects.slice(4, 8)].filter((group) => group.length > 0)
    return groups.map((group) => `${anyOf(group)} ${anyOf(intents.slice(0, 4))} ${filters}`)
  },
})
