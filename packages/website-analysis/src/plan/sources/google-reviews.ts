import { defineSource } from '../source.ts'

const mostQueries = 8

/** Searches places the way people do: a kind of place, and where. */
export const googleReviews = defineSource({
  platform: 'google_reviews',
  queries: ({ categories, locations, reviewed, subjects }) => {
    const kinds = categories.length > 0 ? categories : [...reviewed, ...subjects].slice(0, 3)
    const queries = kinds.flatMap((kind) =>
      locations.length > 0 ? locations.map((location) => `${kind} in ${location}`) : [kind],
    )
    // Interleaved, so a cut leaves some of every kind.
    const step = Math.max(1, locations.length)
    return queries
      .map((query, index) => ({ query, turn: index % step }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ query }) => query)
      .slice(0, mostQueries)
  },
})
