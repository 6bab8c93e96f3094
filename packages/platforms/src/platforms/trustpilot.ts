import { definePlatform } from '../define-platform.ts'

const mostQueries = 5

/** Finds reviews by the name of a company, or by its domain. */
export const trustpilot = definePlatform({
  platform: 'trustpilot',
  title: 'Trustpilot',
  access: 'approval',
  requirement:
    'It cannot be searched yet; it will need the API key of a plan whose terms allow reading the reviews of the companies searched. Until then, bring a provider: register a source with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed.',
  documentation: 'https://developers.trustpilot.com/business-units-api-(public)/',
  secrets: [],
  queries: ({ reviewed, company, domain }) => {
    const own = domain ?? company
    return [...new Set([...reviewed, own])].slice(0, mostQueries)
  },
})
