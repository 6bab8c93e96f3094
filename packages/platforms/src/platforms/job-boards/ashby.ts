import { z } from 'zod'
import { definePlatform } from '../../define-platform.ts'
import { datedOf, lacking } from '../../reading/collect-items.ts'
import { htmlToText, oneLine, plainText } from '../../reading/read-text.ts'
import type { DroppedItem } from '../../search.ts'
import { jobBoardQuery } from './job-board-query.ts'
import { type BoardContext, boardOnHosts, employerOf, keyPartOf, searchBoard } from './search-board.ts'

const hosts = ['jobs.ashbyhq.com']

const postingsSchema = z.object({ jobs: z.array(z.unknown()) })
const postingSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  title: z.string(),
  jobUrl: z.string(),
  isListed: z.boolean().catch(true),
  publishedAt: z.unknown().optional(),
  descriptionPlain: z.string().nullish().catch(null),
  descriptionHtml: z.string().nullish().catch(null),
  location: z.string().nullish().catch(null),
  isRemote: z.boolean().nullish().catch(null),
  workplaceType: z.string().nullish().catch(null),
  compensation: z.object({ compensationTierSummary: z.string().nullish() }).nullish().catch(null),
})
const workModes: Readonly<Record<string, 'onsite' | 'remote' | 'hybrid'>> = {
  onsite: 'onsite',
  remote: 'remote',
  hybrid: 'hybrid',
}

/** One answer has the whole board. Postings that are not listed are only for people with the link. */
export const ashby = definePlatform({
  platform: 'ashby',
  title: 'Ashby',
  access: 'open',
  requirement: 'Nothing but the names of boards: `--board ashby:NAME`.',
  documentation: 'https://developers.ashbyhq.com/docs/public-job-posting-api',
  secrets: [],
  queries: (topics) => [jobBoardQuery(hosts, topics)],
  search: searchBoard({
    platform: 'ashby',
    urlOf: (board) =>
      `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(board)}?includeCompensation=true`,
    postingsOf: (json) => postingsSchema.safeParse(json).data?.jobs,
    read: readPosting,
    findBoard: (url) => boardOnHosts(url, hosts),
  }),
  feed: { keyOf: keyOfLink },
})

function readPosting(posting: unknown, { board, query, receivedAtMs }: BoardContext) {
  const parsed = postingSchema.safeParse(posting)
  if (!parsed.success) return lacking('an id, a title or a link')
  const { id, title, jobUrl, isListed, publishedAt, location, isRemote, ...job } = parsed.data
  const key = keyOf(board, id)
  if (!isListed) return { key, reason: 'it is not listed' } satisfies DroppedItem
  const text = plainText(job.descriptionPlain ?? '') || htmlToText(job.descriptionHtml ?? '')
  const where = oneLine(location ?? '')
  const pay = oneLine(job.compensation?.compensationTierSummary ?? '')
  const workMode =
    workModes[job.workplaceType?.toLowerCase() ?? ''] ?? (isRemote === true ? 'remote' : undefined)
  const employer = employerOf(board)
  return {
    platform: 'ashby' as const,
    key,
    url: jobUrl,
    title: oneLine(title),
    text,
    ...datedOf(publishedAt, { receivedAtMs }),
    coverage: text === '' ? ('snippet' as const) : ('full_text' as const),
    place: board,
    subjectOrg: {
      ...(employer.subjectName !== undefined && { name: employer.subjectName }),
      ...(where !== '' && { location: where }),
      ...(workMode !== undefined && { workMode }),
      ...(pay !== '' && { compensation: pay }),
    },
    ...employer,
    foundByQuery: query,
  }
}

function keyOf(board: string, id: string): string {
  return `jobs.ashbyhq.com/${keyPartOf(board)}/${id}`
}

function keyOfLink(url: URL): string | undefined {
  const board = boardOnHosts(url, hosts)
  const id = /^\/[^/]+\/([\w-]{1,100})(?:\/|$)/.exec(url.pathname)?.[1]
  return board !== undefined && id !== undefined ? keyOf(board, id) : undefined
}
