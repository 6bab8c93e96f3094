import { definePlatform } from '../define-platform.ts'
import { pagesOn } from '../feeds/feed-route.ts'

const mostQueries = 5

/** Finds reviews by the name of a product. */
export const g2 = definePlatform({
  platform: 'g2',
  title: 'G2',
  access: 'provider',
  requirement:
    'Bring a provider: G2 gives tokens by contract, each for what that contract covers. Register a source with `./signalpost source create`, and let what holds the token send `signal.created` events to the intake, signed. Or name a feed of its posts at a listener: `--board PLATFORM:https://FEED`.',
  documentation: 'https://data.g2.com/api/docs',
  secrets: [],
  queries: ({ reviewed }) => reviewed.slice(0, mostQueries),
  feed: pagesOn('g2.com'),
})
