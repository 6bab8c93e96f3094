import { normaliseKey } from '@signalpost/domain'
import { definePlatform } from '../define-platform.ts'
import { isOn } from '../feeds/feed-route.ts'
import { anyOf } from '../query-parts.ts'

/** Post search: quotes, parentheses, and AND, OR, NOT in capitals. */
export const linkedin = definePlatform({
  platform: 'linkedin',
  title: 'LinkedIn',
  access: 'provider',
  requirement:
    'Bring a provider: no API lets others search it. Register a source for the provider with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed. Or name a feed of its posts at a listener: `--board PLATFORM:https://FEED`.',
  documentation: 'https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/restricted-use-cases',
  secrets: [],
  queries: ({ subjects, intents, unwanted }) => {
    const filter = unwanted.length > 0 ? ` NOT ${anyOf(unwanted.slice(0, 3))}` : ''
    const groups = [subjects.slice(0, 3), subjects.slice(3, 6)].filter((group) => group.length > 0)
    return groups.map((group) => `${anyOf(group)} AND ${anyOf(intents.slice(0, 4))}${filter}`)
  },
  feed: {
    keyOf: (url) =>
      isOn(url, ['linkedin.com']) && !url.pathname.startsWith('/jobs') ? normaliseKey(url.href) : undefined,
  },
})
