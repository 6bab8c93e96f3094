import { z } from 'zod'
import { definePlatform } from '../../define-platform.ts'
import { datedOf, lacking } from '../../reading/collect-items.ts'
import { escapedHtmlToText, oneLine } from '../../reading/read-text.ts'
import { jobBoardQuery } from './job-board-query.ts'
import { type BoardContext, boardOnHosts, employerOf, keyPartOf, searchBoard } from './search-board.ts'

const hosts = [
  'boards.greenhouse.io',
  'job-boards.greenhouse.io',
  'boards.eu.greenhouse.io',
  'job-boards.eu.greenhouse.io',
]

const postingsSchema = z.object({ jobs: z.array(z.unknown()) })
const postingSchema = z.object({
  id: z.int().positive(),
  title: z.string(),
  absolute_url: z.string(),
  content: z.string().nullish(),
  company_name: z.string().nullish().catch(null),
  // Live answers have it, the documentation does not. `updated_at` changes with every edit, so it is no substitute.
  first_published: z.unknown().optional(),
  location: z.object({ name: z.string().nullish() }).nullish().catch(null),
})

/** One answer has the whole board. `content` is HTML, escaped once more. */
export const greenhouse = definePlatform({
  platform: 'greenhouse',
  title: 'Greenhouse',
  access: 'open',
  requirement: 'Nothing but the names of boards: `--board greenhouse:NAME`.',
  documentation: 'https://developers.greenhouse.io/job-board.html',
  secrets: [],
  queries: (topics) => [jobBoardQuery(['boards.greenhouse.io', 'job-boards.greenhouse.io'], topics)],
  search: searchBoard({
    platform: 'greenhouse',
    urlOf: (board) =>
      `https://boards-api.greenhouse.io/v1/boards/${encodeURIComponent(board)}/jobs?content=true`,
    postingsOf: (json) => postingsSchema.safeParse(json).data?.jobs,
    read: readPosting,
    findBoard: (url) =>
      hosts.includes(url.hostname) && url.pathname.startsWith('/embed/')
        ? (url.searchParams.get('for') ?? undefined)
        : boardOnHosts(url, hosts),
  }),
  feed: { keyOf: keyOfLink },
})

function readPosting(posting: unknown, { board, query, receivedAtMs }: BoardContext) {
  const parsed = postingSchema.safeParse(posting)
  if (!parsed.success) return lacking('an id, a title or a link')
  const { id, title, absolute_url, content, company_name, first_published, location } = parsed.data
  const place = oneLine(location?.name ?? '')
  const employer = employerOf(company_name ?? board)
  return {
    platform: 'greenhouse' as const,
    key: keyOf(board, id),
    url: absolute_url,
    title: oneLine(title),
    text: escapedHtmlToText(content ?? ''),
    ...datedOf(first_published, { receivedAtMs }),
    coverage: content == null || content === '' ? ('snippet' as const) : ('full_text' as const),
    place: board,
    subjectOrg: {
      ...(employer.subjectName !== undefined && { name: employer.subjectName }),
      ...(place !== '' && { location: place }),
    },
    ...employer,
    foundByQuery: query,
  }
}

function keyOf(board: string, id: number | string): string {
  return `boards.greenhouse.io/${keyPartOf(board)}/jobs/${id}`
}

function keyOfLink(url: URL): string | undefined {
  const board = boardOnHosts(url, hosts)
  const id = /^\/[^/]+\/jobs\/(\d{1,20})\/?$/.exec(url.pathname)?.[1]
  return board !== undefined && id !== undefined ? keyOf(board, id) : undefined
}
