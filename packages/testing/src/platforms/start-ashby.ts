import {
  answerConditionally,
  answerJson,
  escapeHtml,
  type PlatformStandIn,
  type StandInPost,
  startStandIn,
} from './start-stand-in.ts'

/**
 * Ashby's public postings: a whole board in one answer, also what is not listed, and 404 for an unknown board.
 * https://developers.ashbyhq.com/docs/public-job-posting-api
 */
export async function startAshby(given: readonly StandInPost[] = []): Promise<PlatformStandIn> {
  return await startStandIn(given, ({ url, received, posts }) => {
    const board = /^\/posting-api\/job-board\/([^/]+)$/.exec(url.pathname)?.[1]
    const published = posts.filter((post) => post.board === board)
    if (board === undefined || published.length === 0) return answerJson({ error: 'Not found' }, 404)
    return answerConditionally(
      { apiVersion: '1', jobs: published.map((post) => jobOf(post, board)) },
      received,
    )
  })
}

function jobOf({ id, title, text, publishedAtMs, raw }: StandInPost, board: string) {
  return {
    id: `7e2b-${id}`,
    title,
    location: 'Berlin',
    department: 'Engineering',
    isListed: true,
    isRemote: false,
    workplaceType: 'Hybrid',
    publishedAt: new Date(publishedAtMs).toISOString().replace('Z', '+00:00'),
    jobUrl: `https://jobs.ashbyhq.com/${board}/7e2b-${id}`,
    applyUrl: `https://jobs.ashbyhq.com/${board}/7e2b-${id}/application`,
    descriptionHtml: `<p>${escapeHtml(text)}</p>`,
    descriptionPlain: text,
    compensation: { compensationTierSummary: '€80K – €100K' },
    ...raw,
  }
}
