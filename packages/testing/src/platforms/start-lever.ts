import {
  answerJson,
  escapeHtml,
  type PlatformStandIn,
  type StandInPost,
  startStandIn,
} from './start-stand-in.ts'

/**
 * Lever's Postings API: pages by `skip` and `limit`, an empty list past the end, 404 for an unknown site.
 * https://github.com/lever/postings-api
 */
export async function startLever(given: readonly StandInPost[] = []): Promise<PlatformStandIn> {
  return await startStandIn(given, ({ url, posts }) => {
    const site = /^\/v0\/postings\/([^/]+)$/.exec(url.pathname)?.[1]
    const published = posts.filter(({ board }) => board === site || board === `eu/${site}`)
    if (published.length === 0) return answerJson({ ok: false, error: 'Document not found' }, 404)
    const skip = Number(url.searchParams.get('skip') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? 100)
    return answerJson(published.slice(skip, skip + limit).map((post) => postingOf(post, site ?? '')))
  })
}

function postingOf({ id, title, text, publishedAtMs, raw }: StandInPost, site: string) {
  return {
    id: `3f0c1a-${id}`,
    text: title,
    hostedUrl: `https://jobs.lever.co/${site}/3f0c1a-${id}`,
    applyUrl: `https://jobs.lever.co/${site}/3f0c1a-${id}/apply`,
    createdAt: publishedAtMs,
    categories: { location: 'Berlin', team: 'Engineering', commitment: 'Full-time' },
    descriptionPlain: `${text}\n`,
    lists: [{ text: 'You bring', content: `<li>${escapeHtml(title)}</li>` }],
    additionalPlain: '',
    workplaceType: 'on-site',
    ...raw,
  }
}
