import { definePlatform } from '../define-platform.ts'
import { pagesOn } from '../feeds/feed-route.ts'
import { quoted } from '../query-parts.ts'

const mostQueries = 4

/** Knows quotes and no other operators: one query for each phrase, with intents beside it. */
export const facebook = definePlatform({
  platform: 'facebook',
  title: 'Facebook',
  access: 'provider',
  requirement:
    'Bring a provider: no API lets others search it. Register a source for the provider with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed. Or name a feed of its posts at a listener: `--board PLATFORM:https://FEED`.',
  documentation: 'https://developers.facebook.com/docs/content-library-and-api',
  secrets: [],
  queries: ({ subjects, intents }) =>
    subjects
      .slice(0, mostQueries)
      .map((subject, index) =>
        `${quoted(subject)} ${intents[index % Math.max(1, intents.length)] ?? ''}`.trim(),
      ),
  feed: pagesOn('facebook.com'),
})
