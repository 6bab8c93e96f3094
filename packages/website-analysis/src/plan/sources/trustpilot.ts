import { defineSource } from '../source.ts'

const mostQueries = 5

/** Finds reviews by the name of a company, or by its domain. */
export const trustpilot = defineSource({
  platform: 'trustpilot',
  queries: ({ reviewed, company, domain }) => {
    const own = domain ?? company
    return [...new Set([...reviewed, own])].slice(0, mostQueries)
  },
})
