import { definePlatform } from '../../define-platform.ts'
import { isOn } from '../../feeds/feed-route.ts'
import { anyOf } from '../../query-parts.ts'

/** Job search: quotes, parentheses, and AND, OR, NOT in capitals. */
export const linkedinJobs = definePlatform({
  platform: 'linkedin_jobs',
  title: 'LinkedIn Jobs',
  access: 'provider',
  requirement:
    'Bring a provider: no API lets others search it. Register a source for the provider with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed. Or name a feed of its posts at a listener: `--board PLATFORM:https://FEED`. Many employers also publish on Greenhouse, Lever or Ashby, which can be searched.',
  documentation: 'https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/restricted-use-cases',
  secrets: [],
  queries: ({ roles, subjects }) => [
    `${anyOf(roles.slice(0, 4))} AND ${anyOf(subjects.slice(0, 4))} NOT (intern OR apprentice)`,
  ],
  feed: { keyOf: keyOfJob },
})

/** The address may have words before the number. */
function keyOfJob(url: URL): string | undefined {
  const id = /^\/jobs\/view\/(?:[^/]*-)?(\d{1,20})\/?$/.exec(url.pathname)?.[1]
  return isOn(url, ['linkedin.com']) && id !== undefined ? `linkedin.com/jobs/view/${id}` : undefined
}
