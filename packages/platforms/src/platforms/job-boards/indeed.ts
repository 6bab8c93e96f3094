import { definePlatform } from '../../define-platform.ts'
import { isOn } from '../../feeds/feed-route.ts'
import { anyOf } from '../../query-parts.ts'

/** `title:` searches the job's title; a minus excludes. */
export const indeed = definePlatform({
  platform: 'indeed',
  title: 'Indeed',
  access: 'provider',
  requirement:
    'Bring a provider: no API lets others search it. Register a source for the provider with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed. Or name a feed of its posts at a listener: `--board PLATFORM:https://FEED`.',
  documentation: 'https://docs.indeed.com/',
  secrets: [],
  queries: ({ roles, subjects }) => [
    `title:${anyOf(roles.slice(0, 4), { operator: ' or ' })} ${anyOf(subjects.slice(0, 4), { operator: ' or ' })} -intern`,
  ],
  feed: { keyOf: keyOfJob },
})

function keyOfJob(url: URL): string | undefined {
  const id = url.searchParams.get('jk') ?? ''
  return isOn(url, ['indeed.com']) && /^[\w-]{1,50}$/.test(id) ? `indeed.com/viewjob?jk=${id}` : undefined
}
