import { dayMs, type FoundItem, maxFoundText, textLength } from '@signalpost/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  getPlatform,
  type Json,
  type PlatformRequest,
  platformDefinitions,
  type SearchPage,
} from './index.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const runnable = platformDefinitions.flatMap(({ search, ...definition }) =>
  search === undefined ? [] : [{ ...definition, search }],
)

describe.each(runnable)('$title', ({ search }) => {
  const start = (query: string, cursor: Json = null): PlatformRequest => {
    const board = search.needsBoard ? 'acme' : null
    const started = search.start({ query, board, sinceMs: 0, nowMs, cursor })
    if ('refusal' in started) throw new Error(started.refusal)
    return started
  }
  /** The request after one for a token, or for a company. */
  const secondOf = (request: PlatformRequest): PlatformRequest => {
    const body = JSON.stringify({ access_token: 'a', businessUnits: [{ id: 'u', displayName: 'a b -c' }] })
    const page = search.read({ status: 200, headers: {}, body, receivedAtMs: nowMs }, request)
    return 'fault' in page || page.next === null ? request : page.next
  }
  const documents = fc.oneof(
    fc.json({ maxDepth: 5 }),
    fc.string({ unit: 'binary' }),
    entriesOf().map((entries) =>
      JSON.stringify({
        hits: entries,
        jobs: entries,
        items: entries,
        data: entries,
        meta: {},
        reviews: entries,
      }),
    ),
    entriesOf().map((entries) => JSON.stringify({ data: { children: entries.map((data) => ({ data })) } })),
    entriesOf().map((entries) => JSON.stringify(entries)),
  )

  test('reads any answer without throwing, and dates nothing outside of plausible times', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(200, 204, 304, 400, 403, 404, 429, 500, 599), (body, status) => {
        const request = start('"a" b -c')
        const answer = { status, headers: {}, body, receivedAtMs: nowMs }
        const pages = [request, secondOf(request)].map((one) => search.read(answer, one))
        const items = pages.flatMap((page) => ('fault' in page ? [] : page.items))
        for (const { key, publishedAt = '2026-01-01T00:00:00.000Z', text } of items) {
          expect(key).not.toBe('')
          expect(publishedAt >= '2000').toBe(true)
          expect(Date.parse(publishedAt)).toBeLessThanOrEqual(nowMs + dayMs)
          expect(textLength(text)).toBeLessThanOrEqual(maxFoundText)
        }
      }),
    )
  })

  test('reads any answer to a reread without throwing', () => {
    const { retention } = search
    const keys = ['watch?v=abcdefghijk', 'watch?lc=Ug1&v=abcdefghijk'].map((path) => `youtube.com/${path}`)
    const request = retention?.start([...keys, 'x.com/i/web/status/1', 'reddit.com/comments/a1'])
    if (retention === null || request == null) return
    const statuses = fc.constantFrom(200, 204, 304, 400, 403, 404, 429, 500, 599)
    fc.assert(
      fc.property(documents, statuses, (body, status) => {
        const page = retention.read({ status, headers: {}, body, receivedAtMs: nowMs }, request)
        if ('fault' in page) expect(page.message).not.toBe('')
        else for (const { text } of page.items) expect(textLength(text)).toBeLessThanOrEqual(maxFoundText)
      }),
    )
  })

  test('starts with any query and any cursor, and asks its own host', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ maxDepth: 3 }), (query, cursor) => {
        const board = search.needsBoard ? 'acme' : null
        const started = search.start({ query, board, sinceMs: 0, nowMs, cursor: cursor as Json })
        if ('refusal' in started) return
        expect(JSON.parse(JSON.stringify(started.state))).toEqual(started.state)
        const address = new URL(addressOf(started, 'http://127.0.0.1:8080/below/'))
        expect(address.origin).toBe('http://127.0.0.1:8080')
        expect(address.pathname.startsWith('/below/')).toBe(true)
        expect(started.url.startsWith('https://')).toBe(true)
      }),
    )
  })

  test('refuses the name of a board that is no name', () => {
    const refused = ['', ' ', '.', '..', '%2e%2e', 'a\nb', 'a\u0000', 'a\u009f', '\ud800', 'x'.repeat(101)]
    const answers = refused.map((board) =>
      search.start({ query: 'a', board, sinceMs: 0, nowMs, cursor: null }),
    )
    expect(answers.every((answer) => 'refusal' in answer)).toBe(search.needsBoard)
    const without = search.start({ query: 'a', board: null, sinceMs: 0, nowMs, cursor: null })
    expect('refusal' in without).toBe(search.needsBoard)
  })

  test('asks for a board of any other name, and only for it', () => {
    if (!search.needsBoard) return
    const pathOf = (board: string): string => {
      const started = search.start({ query: 'a', board, sinceMs: 0, nowMs, cursor: null })
      if ('refusal' in started) throw new Error(`${board}: ${started.refusal}`)
      return new URL(started.url).pathname
    }
    const own = pathOf('acme')
    expect(pathOf('Superhuman Platform Inc')).toBe(own.replace('acme', 'Superhuman%20Platform%20Inc'))
    expect(pathOf('Superhuman%20Platform%20Inc')).toBe(pathOf('Superhuman Platform Inc'))
    for (const name of ['../admin', 'a/b', 'a?b=c#d', 'ä & ö', '100%', '求人', '😀'.repeat(100)]) {
      expect(pathOf(name).split('/')).toHaveLength(own.split('/').length)
      expect(pathOf(name)).toBe(own.replace('acme', encodeURIComponent(name)))
    }
  })
})

const jobQuery =
  '(site:boards.greenhouse.io OR site:job-boards.greenhouse.io) ("cold chain" OR "freight") ("Buyer") -intern'

test('Greenhouse: reads escaped HTML, takes first_published and never updated_at, and names the employer', () => {
  const [first, second, ...others] = itemsOf('greenhouse', jobQuery, {
    jobs: [
      {
        id: 7,
        title: 'Buyer, Freight',
        absolute_url: 'https://acme.example/jobs?gh_jid=7',
        content: '&lt;p&gt;You &amp;amp; us.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;One&lt;/li&gt;&lt;/ul&gt;',
        updated_at: '2026-11-19T10:55:28-05:00',
        company_name: 'Acme GmbH',
        location: { name: 'Berlin' },
      },
      {
        id: 8,
        title: 'Buyer of cold-chain boxes',
        absolute_url: 'https://boards.greenhouse.io/acme/jobs/8',
        first_published: '2026-11-19T10:55:28-05:00',
      },
      { id: 9, title: 'Intern buyer, freight', absolute_url: 'https://boards.greenhouse.io/acme/jobs/9' },
      { id: 10, title: 'Cold store buyer', absolute_url: 'https://boards.greenhouse.io/acme/jobs/10' },
    ],
  })
  expect(others).toEqual([])
  expect(first).toEqual({
    platform: 'greenhouse',
    key: 'boards.greenhouse.io/acme/jobs/7',
    url: 'https://acme.example/jobs?gh_jid=7',
    title: 'Buyer, Freight',
    text: 'You & us.\n\n- One',
    coverage: 'full_text',
    place: 'acme',
    subjectOrg: { name: 'Acme GmbH', location: 'Berlin' },
    subjectName: 'Acme GmbH',
    accountKey: 'n:acme gmbh',
    foundByQuery: jobQuery,
  })
  expect(second).toMatchObject({ publishedAt: '2026-11-19T15:55:28.000Z', coverage: 'snippet', text: '' })
})

test('Lever: joins the parts of a posting, and reads where and for how much', () => {
  const [item] = itemsOf(
    'lever',
    '"freight" "Buyer"',
    [
      {
        id: 'ab-1',
        text: 'Buyer',
        hostedUrl: 'https://jobs.eu.lever.co/acme/ab-1',
        createdAt: Date.UTC(2026, 10, 19),
        descriptionPlain: 'Freight for all.',
        lists: [{ text: 'You bring', content: '<li>Care</li><li>Time</li>' }],
        additionalPlain: 'Apply now.',
        workplaceType: 'on-site',
        categories: { location: 'Porto' },
        salaryRange: { currency: 'EUR', interval: 'per-year-salary', min: 50_000, max: 60_000 },
      },
    ],
    'eu/acme',
  )
  expect(item).toMatchObject({
    key: 'jobs.eu.lever.co/acme/ab-1',
    text: 'Freight for all.\n\nYou bring\n- Care\n\n- Time\n\nApply now.',
    publishedAt: '2026-11-19T00:00:00.000Z',
    subjectOrg: {
      name: 'acme',
      location: 'Porto',
      workMode: 'onsite',
      compensation: '50000 to 60000 EUR per year salary',
    },
  })
})

test('Ashby: shows only what is listed', () => {
  const job = { title: 'Buyer', jobUrl: 'https://jobs.ashbyhq.com/acme/1', descriptionPlain: 'Freight.' }
  const items = itemsOf('ashby', 'freight', {
    jobs: [
      { ...job, id: '1', isListed: true, isRemote: true, compensation: { compensationTierSummary: '€50K' } },
      { ...job, id: '2', isListed: false },
    ],
  })
  expect(items).toHaveLength(1)
  expect(items[0]?.subjectOrg).toEqual({ name: 'acme', workMode: 'remote', compensation: '€50K' })
})

test('Hacker News: a comment has the first line as its title and the story as its theme', () => {
  const [comment, link] = itemsOf('hackernews', '"cold chain"', {
    hits: [
      {
        objectID: '41',
        created_at_i: 1_763_600_000,
        author: 'pg',
        comment_text: 'Our cold&#x20;chain<p>breaks &lt;often&gt;',
        story_title: 'Ask HN: What&#x27;s &amp;lt; broken?',
        _tags: ['comment'],
      },
      {
        objectID: '42',
        created_at_i: 1_763_600_001,
        title: 'What&#x27;s a Cold-Chain &amp; why <b>?',
        url: 'https://a.example',
      },
      { objectID: '43', created_at_i: 1_763_600_002, title: 'Cold chains' },
      { objectID: '44', created_at_i: 4_000_000_000, title: 'Cold chain' },
    ],
  })
  expect(comment).toEqual({
    platform: 'hackernews',
    key: 'news.ycombinator.com/item?id=41',
    url: 'https://news.ycombinator.com/item?id=41',
    title: 'Our cold chain',
    text: 'Our cold chain\nbreaks <often>',
    author: 'pg',
    publishedAt: '2025-11-20T00:53:20.000Z',
    coverage: 'full_text',
    themes: ["Ask HN: What's &lt; broken?"],
    isQuestion: false,
    foundByQuery: '"cold chain"',
  })
  expect(link).toMatchObject({ title: "What's a Cold-Chain & why <b>?", coverage: 'best_effort', text: '' })
})

test('a posting of a board with spaces has one key, whether the board or a feed shows it', () => {
  const job = { title: 'Buyer', jobUrl: 'https://jobs.ashbyhq.com/a/1', descriptionPlain: 'Freight.' }
  const document = { jobs: [{ ...job, id: '1' }] }
  const keys = ['Acme Inc', 'Acme%20Inc'].map((board) => itemsOf('ashby', 'freight', document, board)[0]?.key)
  const ofFeed = getPlatform('ashby').feed?.keyOf(new URL('https://jobs.ashbyhq.com/Acme%20Inc/1'))
  expect(new Set([...keys, ofFeed])).toEqual(new Set(['jobs.ashbyhq.com/acme%20inc/1']))
})

function itemsOf(platform: string, query: string, document: unknown, board = 'acme'): FoundItem[] {
  const search = runnable.find((one) => one.platform === platform)?.search
  const started = search?.start({
    query,
    board: search.needsBoard ? board : null,
    sinceMs: 0,
    nowMs,
    cursor: null,
  })
  if (search === undefined || started === undefined || 'refusal' in started) throw new Error('no search')
  const answer = { status: 200, headers: {}, body: JSON.stringify(document), receivedAtMs: nowMs }
  const page = search.read(answer, started)
  if ('fault' in page) throw new Error(page.message)
  const { items } = page satisfies SearchPage
  return items
}

/** Entries whose members have the right names and any values. */
function entriesOf() {
  const names =
    'id objectID title text url jobUrl hostedUrl absolute_url content created_at_i createdAt publishedAt'
  const members = [
    ...names.split(' '),
    'descriptionPlain',
    'lists',
    'comment_text',
    'first_published',
    'location',
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.double(),
    fc.constantFrom('1', 'https://a.example/b', '2026-11-19T10:55:28Z', '<p>a b', null, 1_763_600_000),
    fc.jsonValue({ maxDepth: 2 }),
  )
  return fc.array(fc.record(Object.fromEntries(members.map((name) => [name, value])), { requiredKeys: [] }), {
    maxLength: 5,
  })
}
