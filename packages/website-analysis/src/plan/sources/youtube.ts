import { anyOf, quoted } from '../query-parts.ts'
import { defineSource } from '../source.ts'

/** A bar between phrases means any of them, `intitle:` searches titles, a minus excludes. */
export const youtube = defineSource({
  platform: 'youtube',
  queries: ({ subjects, unwanted }) => {
    const [first = ''] = subjects
    const filter = unwanted.slice(0, 1).map((word) => ` -${word}`)
    return [
      `intitle:${quoted(first)}`,
      `${anyOf(subjects.slice(0, 4), { operator: ' | ' })} (review | comparison | "how to")${filter.join('')}`,
    ]
  },
})
