import { definePlatform } from '../define-platform.ts'
import { anyOf } from '../query-parts.ts'

/** Adjacent words are all required; a minus before an operator excludes. At most 512 characters. */
export const x = definePlatform({
  platform: 'x',
  title: 'X',
  access: 'key',
  requirement: 'An app bearer token. X bills each post that is read.',
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
