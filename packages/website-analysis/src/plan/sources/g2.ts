import { defineSource } from '../source.ts'

const mostQueries = 5

/** Finds reviews by the name of a product. */
export const g2 = defineSource({
  platform: 'g2',
  queries: ({ reviewed }) => reviewed.slice(0, mostQueries),
})
