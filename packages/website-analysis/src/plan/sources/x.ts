import { anyOf } from '../query-parts.ts'
import { defineSource } from '../source.ts'

/** Adjacent words are all required; a minus before an operator excludes. At most 512 characters. */
export const x = defineSource({
  platform: 'x',
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
