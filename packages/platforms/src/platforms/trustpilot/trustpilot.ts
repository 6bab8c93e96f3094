import { definePlatform } from '../../define-platform.ts'
import { searchTrustpilot } from './search-trustpilot.ts'

const mostQueries = 5

/** Finds reviews by the name of a company, or by its domain. */
export const trustpilot = definePlatform({
  platform: 'trustpilot',
  title: 'Trustpilot',
  access: 'approval',
  requirement:
    'An API key of a paid plan whose contract allows reading the reviews of the companies searched: `--api-key-file FILE`. Without, bring a provider: register a source with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed.',
  isBeta: true,
  documentation: 'https://developers.trustpilot.com/business-units-api-(public)/',
  secrets: [{ name: 'apiKey', description: 'An API key of Trustpilot.' }],
  queries: ({ reviewed, company, domain }) => {
    const own = domain ?? company
    return [...new Set([...reviewed, own])].slice(0, mostQueries)
  },
  search: searchTrustpilot,
})
