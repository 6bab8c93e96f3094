import { anyOf } from '../query-parts.ts'
import { defineSource } from '../source.ts'

/** Post search: quotes, parentheses, and AND, OR, NOT in capitals. */
export const linkedin = defineSource({
  platform: 'linkedin',
  queries: ({ subjects, intents, unwanted }) => {
    const filter = unwanted.length > 0 ? ` NOT ${anyOf(unwanted.slice(0, 3))}` : ''
    const groups = [subjects.slice(0, 3), subjects.slice(3, 6)].filter((group) => group.length > 0)
    return groups.map((group) => `${anyOf(group)} AND ${anyOf(intents.slice(0, 4))}${filter}`)
  },
})
