import { z } from 'zod'
import { definePlatform } from '../../define-platform.ts'
import { datedOf, lacking } from '../../reading/collect-items.ts'
import { htmlToText, oneLine, plainText } from '../../reading/read-text.ts'
import { jobBoardQuery } from './job-board-query.ts'
import { type BoardContext, boardOnHosts, employerOf, keyPartOf, searchBoard } from './search-board.ts'

const europe = 'eu/'
const hosts = ['jobs.lever.co', 'jobs.eu.lever.co']
const pageLength = 100
const overlap = 10

const postingSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  text: z.string(),
  hostedUrl: z.string(),
  descriptionPlain: z.string().nullish().catch(null),
  additionalPlain: z.string().nullish().catch(null),
  lists: z
    .array(z.object({ text: z.string().catch(''), content: z.string().catch('') }))
    .nullish()
    .catch(null),
  categories: z.object({ location: z.string().nullish() }).nullish().catch(null),
  // Live answers have it, the documentation does not.
  createdAt: z.unknown().optional(),
  workplaceType: z.string().nullish().catch(null),
  salaryRange: z
    .object({ currency: z.string(), interval: z.string().optional(), min: z.number(), max: z.number() })
    .nullish()
    .catch(null),
})
const workModes: Readonly<Record<string, 'onsite' | 'remote' | 'hybrid'>> = {
  'on-site': 'onsite',
  onsite: 'onsite',
  remote: 'remote',
  hybrid: 'hybrid',
}

/** Published postings, in pages. Boards of the European instance are on hosts of their own. */
export const lever = definePlatform({
  platform: 'lever',
  title: 'Lever',
  access: 'open',
  requirement:
    'Nothing but the names of boards: `--board lever:NAME`, or `--board lever:eu/NAME` for those of jobs.eu.lever.co.',
  documentation: 'https://github.com/lever/postings-api',
  secrets: [],
  queries: (topics) => [jobBoardQuery(['jobs.lever.co'], topics)],
  search: searchBoard({
    platform: 'lever',
    region: europe,
    pages: { length: pageLength, overlap },
    urlOf: (board, skip) =>
      `https://api${regionOf(board)}.lever.co/v0/postings/${encodeURIComponent(nameOf(board))}?mode=json&skip=${skip}&limit=${pageLength}`,
    postingsOf: (json) => (Array.isArray(json) ? json : undefined),
    read: readPosting,
    findBoard: (url) => {
      const board = boardOnHosts(url, hosts)
      return board !== undefined && url.hostname === 'jobs.eu.lever.co' ? `${europe}${board}` : board
    },
  }),
  feed: { keyOf: keyOfLink },
})

function readPosting(posting: unknown, { board, query, receivedAtMs }: BoardContext) {
  const parsed = postingSchema.safeParse(posting)
  if (!parsed.success) return lacking('an id, a title or a link')
  const { id, hostedUrl, descriptionPlain, additionalPlain, lists, ...job } = parsed.data
  const parts = (lists ?? []).map(({ text, content }) => `${text}\n${htmlToText(content)}`)
  const text = plainText([descriptionPlain ?? '', ...parts, additionalPlain ?? ''].join('\n\n'))
  const location = oneLine(job.categories?.location ?? '')
  const workMode = workModes[job.workplaceType?.toLowerCase() ?? '']
  const employer = employerOf(nameOf(board))
  return {
    platform: 'lever' as const,
    key: keyOf(`jobs${regionOf(board)}.lever.co`, nameOf(board), id),
    url: hostedUrl,
    title: oneLine(job.text),
    text,
    ...datedOf(job.createdAt, { receivedAtMs }),
    coverage: text === '' ? ('snippet' as const) : ('full_text' as const),
    place: board,
    subjectOrg: {
      ...(employer.subjectName !== undefined && { name: employer.subjectName }),
      ...(location !== '' && { location }),
      ...(workMode !== undefined && { workMode }),
      ...(job.salaryRange != null && { compensation: describeSalary(job.salaryRange) }),
    },
    ...employer,
    foundByQuery: query,
  }
}

type Salary = { currency: string; interval?: string | undefined; min: number; max: number }

function describeSalary({ currency, interval, min, max }: Salary): string {
  const range = min === max ? `${min}` : `${min} to ${max}`
  return oneLine(`${range} ${currency} ${(interval ?? '').replaceAll('-', ' ')}`)
}

function regionOf(board: string): '' | '.eu' {
  return board.startsWith(europe) ? '.eu' : ''
}

function nameOf(board: string): string {
  return board.startsWith(europe) ? board.slice(europe.length) : board
}

function keyOf(host: string, name: string, id: string): string {
  return `${host}/${keyPartOf(name)}/${id}`
}

function keyOfLink(url: URL): string | undefined {
  const name = boardOnHosts(url, hosts)
  const id = /^\/[^/]+\/([\w-]{1,100})(?:\/|$)/.exec(url.pathname)?.[1]
  return name !== undefined && id !== undefined ? keyOf(url.hostname, name, id) : undefined
}
