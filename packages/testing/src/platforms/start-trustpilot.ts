import type { ServiceReply } from '../services/start-service.ts'
import { answerJson, type PlatformStandIn, type StandInPost, startStandIn } from './start-stand-in.ts'

const mostPerPage = 100

/**
 * Trustpilot's public Business Units API, with the key in a header: a company by its domain or by words of its name, and its
 * reviews in pages, of which those past the end are empty. A post is a review of the company that `raw.company` names, or its
 * title without numbers. https://developers.trustpilot.com/business-units-api-(public)/
 */
export async function startTrustpilot(given: readonly StandInPost[] = []): Promise<PlatformStandIn> {
  return await startStandIn(given, ({ url, received, posts }) => {
    const key = received.headers.apikey
    if (key === undefined || key === '' || key === 'wrong') return fault(401, 'Unauthorized')
    if (key === 'other plan') return fault(403, 'Forbidden')
    const [, path = '', id] = /^\/v1\/business-units\/(find|search|(\w+)\/reviews)$/.exec(url.pathname) ?? []
    const names = [...new Set(posts.map(companyOf))]
    if (path === 'find') {
      const found = names.find((name) => domainOf(name) === url.searchParams.get('name'))
      return found === undefined ? fault(404, 'Not found') : answerJson(unitOf(found))
    }
    if (path === 'search') {
      const words = (url.searchParams.get('query') ?? '').toLowerCase().match(/\p{L}+/gu) ?? []
      const found = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)))
      // What is found by words alone comes first.
      return answerJson({ businessUnits: found.toReversed().map(unitOf) })
    }
    const company = names.find((name) => idOf(name) === id)
    if (company === undefined) return fault(404, 'Not found')
    return reviews(
      posts.filter((post) => companyOf(post) === company),
      url.searchParams,
    )
  })
}

function reviews(posts: readonly StandInPost[], parameters: URLSearchParams): ServiceReply {
  const length = Math.min(mostPerPage, Number(parameters.get('perPage') ?? 20))
  const page = Number(parameters.get('page') ?? 1)
  const isNewestFirst = parameters.get('orderBy') === 'createdat.desc'
  const sorted = posts.toSorted((a, b) => (isNewestFirst ? b.publishedAtMs - a.publishedAtMs : a.id - b.id))
  return answerJson({ links: [], reviews: sorted.slice((page - 1) * length, page * length).map(reviewOf) })
}

function reviewOf({ id, title, text, publishedAtMs, author = 'Maria', raw }: StandInPost) {
  return {
    id: `5f${String(id).padStart(8, '0')}`,
    ...{ stars: 2, title, text, language: 'en', createdAt: new Date(publishedAtMs).toISOString() },
    ...{
      updatedAt: null,
      consumer: { id: 'c1', displayName: author },
      companyReply: null,
      isVerified: false,
    },
    ...raw,
  }
}

function companyOf({ title, raw }: StandInPost): string {
  return typeof raw?.company === 'string' ? raw.company : title.replaceAll(/\d/g, '').trim()
}

function unitOf(name: string) {
  const domain = domainOf(name)
  return {
    id: idOf(name),
    displayName: name,
    name: { identifying: domain, referring: [domain] },
    country: 'DE',
  }
}

function idOf(name: string): string {
  return Buffer.from(name).toString('hex')
}

function domainOf(name: string): string {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.example`
}

function fault(status: number, message: string): ServiceReply {
  return answerJson({ message, errorCode: status, details: '' }, status)
}
