import { definePlatform } from '../define-platform.ts'

const mostQueries = 8

/** Searches places the way people do: a kind of place, and where. */
export const googleReviews = definePlatform({
  platform: 'google_reviews',
  title: 'Google reviews',
  access: 'own_data',
  requirement:
    'Reviews of your own locations only, through the Business Profile API; the Places API forbids storing reviews. Register a source with `./signalpost source create`, and let what reads your profile send `signal.created` events to the intake, signed.',
  documentation: 'https://developers.google.com/my-business/content/review-data',
  secrets: [],
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
