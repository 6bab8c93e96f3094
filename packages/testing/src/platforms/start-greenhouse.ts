import {
  answerConditionally,
  answerJson,
  escapeHtml,
  type PlatformStandIn,
  type StandInPost,
  startStandIn,
} from './start-stand-in.ts'

/**
 * Greenhouse's Job Board API: a whole board in one answer, HTML that is escaped once more, validators, 404 for a board
 * without postings. https://developers.greenhouse.io/job-board.html
 */
export async function startGreenhouse(given: readonly StandInPost[] = []): Promise<PlatformStandIn> {
  return await startStandIn(given, ({ url, received, posts }) => {
    const board = /^\/v1\/boards\/([^/]+)\/jobs$/.exec(url.pathname)?.[1]
    const published = posts.filter((post) => post.board === board)
    if (board === undefined || published.length === 0)
      return answerJson({ status: 404, error: 'Not found' }, 404)
    const hasContent = url.searchParams.get('content') === 'true'
    const jobs = published.map((post) => jobOf(post, board, hasContent))
    return answerConditionally({ jobs, meta: { total: jobs.length } }, received)
  })
}

function jobOf({ id, title, text, publishedAtMs, raw }: StandInPost, board: string, hasContent: boolean) {
  return {
    id,
    internal_job_id: id + 1,
    title,
    company_name: `${board.slice(0, 1).toUpperCase()}${board.slice(1)}`,
    first_published: new Date(publishedAtMs).toISOString().replace(/\.\d+Z$/, '-00:00'),
    updated_at: new Date(publishedAtMs + 3_600_000).toISOString(),
    location: { name: 'Berlin' },
    absolute_url: `https://boards.greenhouse.io/${board}/jobs/${id}?gh_jid=${id}`,
    ...(hasContent && { content: escapeHtml(`<p>${escapeHtml(text)}</p>`) }),
    ...raw,
  }
}
