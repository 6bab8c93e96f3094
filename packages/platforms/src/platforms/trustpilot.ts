import { definePlatform } from '../define-platform.ts'

const mostQueries = 5

/** Finds reviews by the name of a company, or by its domain. */
export const trustpilot = definePlatform({
  platform: 'trustpilot',
  title: 'Trustpilot',
  access: 'approval',
  requirement: 'The API key of a plan whose terms allow reading the reviews of the companies searched.',
  documentation: 'https://developers.trustpilot.com/business-units-api-(public)/',
  secrets: [],
  queries: ({ reviewed, company, domain }) => {
    const own = domain ?? company
    return [...new Set([...reviewed, own])].slice(0, mostQueries)
  },
})
