import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countFinds } from '@signalpost/database/searching'
import { startWebsite } from '@signalpost/testing'
import { type PlatformStandIn, platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Item = {
  title: string
  url: string
  relevanceScore: number | null
  scoreBreakdown: Record<string, number> | null
  components: { points: number; reasons: { points: number; text: string }[] }[] | null
  classification: string | null
  kept: boolean
  reason: string
}
type Run = { items: Item[]; searches: { fetched: number; kept: number; error: string | null }[] }
type Audit = { items: { act: string; target: { id: string }; after: Record<string, unknown> }[] }

const plan = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['crm'], exclusions: ['hiring'] },
  queries: [{ source: 'hackernews', query: '"crm"' }],
  profile: { targetRoles: ['Head of Sales'] },
}
const posts = () => [
  {
    ...{ id: 101, title: 'Ask HN: Can anyone recommend a CRM for a small sales team?' },
    text: 'We are looking for a CRM and have budget approved. Our current crm is too slow. Any recommendations?',
    publishedAtMs: Date.now() - 3_600_000,
  },
  {
    ...{ id: 102, title: 'We are hiring for our CRM' },
    text: 'Join us and build a crm.',
    publishedAtMs: Date.now() - 7_200_000,
  },
]

let store: CliStore
let hackerNews: PlatformStandIn
let folder: string
let workspaces = 0
let workspace: string[]
let orgId: string
let listenerId: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url, {
    SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32',
    SIGNALPOST_CRAWL_PRIVATE_ADDRESSES: '127.0.0.1/32',
  })
  folder = await mkdtemp(join(tmpdir(), 'plan-'))
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan))
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  const start = platformStandIns.hackernews
  if (start === undefined) throw new Error('There is no stand-in.')
  hackerNews = await start(posts())
  workspaces += 1
  orgId = `org_${workspaces}`
  workspace = ['--workspace', orgId]
  await json(['workspace', 'create', '--id', orgId, '--name', orgId])
  await json(['connection', 'create', 'hackernews', ...workspace, '--base-url', hackerNews.url])
  const given = [
    '--name',
    'CRM',
    '--plan',
    join(folder, 'plan.json'),
    '--every',
    '1h',
    '--sensitivity',
    'high',
  ]
  const made = await json<{ listenerId: string }>(['listener', 'create', ...workspace, ...given])
  listenerId = made.listenerId
})

afterEach(() => hackerNews.close())

function json<Document = Record<string, unknown>>(args: string[]): Promise<Document> {
  return callForJson<Document>(store.call, args)
}

function run(...options: string[]): Promise<Run> {
  return json<Run>(['listener', 'run', listenerId, ...options])
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

describe('listener run --dry', () => {
  test('lists what would be kept and dropped, with every point, and keeps nothing', async () => {
    const { items } = await run('--dry')
    const [good, bad] = [101, 102].map((id) => items.find(({ url }) => url.endsWith(`id=${id}`)))
    expect(good).toMatchObject({ kept: true, reason: expect.stringContaining('bar') })
    expect(sumOf(Object.values(good?.scoreBreakdown ?? {}))).toBe(good?.relevanceScore)
    expect(sumOf(good?.components?.map(({ points }) => points) ?? [])).toBe(good?.relevanceScore)
    expect(bad).toMatchObject({
      ...{ kept: false, relevanceScore: null, scoreBreakdown: null, classification: null },
      reason: expect.stringContaining('exclusion'),
    })
    const finds = await countFinds(store.database, { orgId, listenerId })
    expect(sumOf(Object.values(finds))).toBe(0)
    expect(await json(['listener', 'show', listenerId])).toMatchObject({
      ...{ searches: [], scheduler: { state: 'queued', lastRunAt: null } },
    })
    const { items: rows } = await json<Audit>(['audit', 'list', ...workspace])
    expect(rows.map(({ act }) => act)).not.toContain('listener.run')

    const { stdout } = await store.call(['listener', 'run', listenerId, '--dry'])
    for (const { points, text } of good?.components?.flatMap(({ reasons }) => reasons) ?? []) {
      expect(stdout).toMatch(new RegExp(`^ +${points} +${RegExp.escape(text)}`, 'm'))
    }
    expect(stdout).toContain(bad?.reason)
  })
})

test('a dry run of two queries lists a post once, and every line fits a terminal', async () => {
  const [first] = plan.queries
  const queries = [first, { source: 'hackernews', query: `"CRM" -${'unwanted'.repeat(20)}` }]
  await writeFile(join(folder, 'two.json'), JSON.stringify({ ...plan, queries }))
  await json(['listener', 'edit', listenerId, '--plan', join(folder, 'two.json')])
  const { items, searches } = await run('--dry')
  expect(searches).toMatchObject([{ fetched: 2 }, { fetched: 2 }])
  const urls = items.map(({ url }) => url)
  expect(urls).toHaveLength(new Set(urls).size)
  await run()
  for (const args of [
    ['run', listenerId, '--dry'],
    ['run', listenerId],
    ['show', listenerId],
  ]) {
    const { stdout } = await store.call(['listener', ...args])
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect(stdout).not.toContain('held_out')
  }
})

describe('listener run', () => {
  test('keeps what it finds once, whatever is due, and leaves an audit row', async () => {
    const first = await run()
    expect(first.searches).toMatchObject([{ fetched: 2, kept: 1, error: null }])
    expect(await countFinds(store.database, { orgId, listenerId })).toMatchObject({ waiting: 1 })
    const second = await run()
    expect(second.searches).toMatchObject([{ kept: 0, error: null }])
    expect(second.items.every(({ reason }) => reason === 'Found before.')).toBe(true)
    expect(await countFinds(store.database, { orgId, listenerId })).toMatchObject({ waiting: 1 })
    const tried = (await run('--dry')).items.find(({ url }) => url.endsWith('id=101'))
    expect(tried).toMatchObject({ kept: true, relevanceScore: expect.any(Number) })
    const { items } = await json<Audit>(['audit', 'list', ...workspace])
    const runs = items.filter(({ act }) => act === 'listener.run')
    expect(new Set(runs.map(({ after }) => after.kept))).toEqual(new Set([0, 1]))
  })

  test.each([[[]], [['--dry']]])('%j asks nothing inside a Retry-After, and says so', async (options) => {
    hackerNews.troubles.plan({ status: 429, headers: { 'retry-after': '3600' } })
    const refused = await store.call(['listener', 'run', listenerId, ...workspace, '--json'])
    expect(refused.exitCode).toBe(1)
    expect(JSON.parse(refused.stdout).searches).toMatchObject([{ error: expect.stringContaining('429') }])
    const asked = hackerNews.requests.length
    const { items, searches } = await run(...options)
    expect(items).toEqual([])
    expect(searches).toMatchObject([{ error: expect.stringContaining('Nothing is asked for') }])
    expect(hackerNews.requests).toHaveLength(asked)
  })

  test('asks nothing past the budget of a connection, and says so', async () => {
    const { items } = await json<{ items: { connectionId: string }[] }>(['connection', 'list', ...workspace])
    await json(['connection', 'budget', String(items[0]?.connectionId), '--budget', '1/30d'])
    await run()
    const { searches } = await run()
    expect(searches).toMatchObject([{ error: expect.stringContaining('The budget is used up.') }])
    expect(hackerNews.requests).toHaveLength(1)
  })

  test.each([['run'], ['run --dry']])('%s finds no listener of another workspace', async (words) => {
    const args = ['listener', ...words.split(' '), listenerId, '--workspace', 'org_other', '--json']
    const { exitCode, stdout } = await store.call(args)
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ code: 'not_found' })
  })
})

describe('platform check', () => {
  const check = async (platform: string) => {
    const { exitCode, stdout } = await store.call(['platform', 'check', platform, ...workspace, '--json'])
    return { exitCode, ...(JSON.parse(stdout) as Record<string, unknown>) }
  }

  test('asks once and says what came back, also that it may not ask', async () => {
    expect(await check('hackernews')).toMatchObject({ exitCode: 0, ready: true, httpStatus: 200 })
    expect(hackerNews.requests).toHaveLength(1)
    hackerNews.troubles.plan({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await check('hackernews')).toMatchObject({ exitCode: 1, ready: false, httpStatus: 429 })
    expect(await check('hackernews')).toMatchObject({
      ...{ exitCode: 1, ready: false, httpStatus: null },
      missing: expect.stringContaining('Nothing is asked for'),
    })
    expect(hackerNews.requests).toHaveLength(2)
  })

  test('asks a job board, whose 404 for an unknown board is an answer', async () => {
    const greenhouse = await platformStandIns.greenhouse?.()
    try {
      const url = String(greenhouse?.url)
      await json(['connection', 'create', 'greenhouse', ...workspace, '--base-url', url])
      expect(await check('greenhouse')).toMatchObject({ exitCode: 0, ready: true, httpStatus: 404 })
    } finally {
      await greenhouse?.close()
    }
  })

  test('asks nothing of a platform that cannot be searched, and says what it needs', async () => {
    expect(await check('linkedin')).toMatchObject({
      ...{ exitCode: 1, access: 'provider', ready: false, httpStatus: null },
      missing: expect.stringContaining('provider'),
    })
  })
})

describe('listener create --website', () => {
  const create = (...options: string[]) => ['listener', 'create', ...workspace, '--every', '1h', ...options]

  test('plans from the website and leaves out the boards of its owner', async ({ onTestFinished }) => {
    const website = await startWebsite()
    onTestFinished(() => website.close())
    const paragraph =
      'Northwind CRM helps sales teams of estate agents. Our CRM for estate agents keeps leads, viewings and offers.'
    website.on('/', (_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<title>Northwind CRM</title><h1>CRM for estate agents</h1><p>${paragraph}</p>
        <p>${paragraph}</p><a href="https://boards.greenhouse.io/northwind">Careers</a>`)
    })
    const options = ['--name', 'Northwind', '--website', website.url, '--objective', 'find_customers']
    const made = await json<{ keywords: string[]; queries: { source: string }[]; boards: unknown[] }>(
      create(...options),
    )
    expect(made.keywords[0]).toBe('CRM')
    expect(made.queries.map(({ source }) => source)).toContain('hackernews')
    expect(made).toMatchObject({ mode: 'market', objective: 'find_customers', boards: [] })
  })

  test('a website that cannot be read is refused, and what is missing is named', async () => {
    const unread = ['--name', 'x1', '--website', 'http://127.0.0.1:1', '--objective', 'find_customers']
    const refusals = [
      [unread, '--website'],
      [['--name', 'x', '--website', 'https://example.com'], '--objective is needed'],
      [['--name', 'x', '--objective', 'find_customers'], '--plan is needed, or --website'],
      [[...unread, '--plan', join(folder, 'plan.json')], '--website: give it or --plan'],
      [[...unread.slice(0, -1), 'custom'], '--custom-objective'],
      [
        ['--name', 'x', '--website', 'ftp://example.com', '--objective', 'find_customers'],
        'expected an http',
      ],
    ] as const
    for (const [options, expected] of refusals) {
      const { exitCode, stderr } = await store.call(create(...options))
      expect(exitCode).not.toBe(0)
      expect(stderr).toContain(expected)
    }
  })
})

test('the boards that a plan names are searched', async () => {
  const boards = [{ platform: 'greenhouse', board: 'northwind' }]
  await writeFile(join(folder, 'boards.json'), JSON.stringify({ plan: { ...plan, boards } }))
  const given = ['--name', 'B', '--every', '1h', '--plan', join(folder, 'boards.json')]
  expect(await json(['listener', 'create', ...workspace, ...given])).toMatchObject({ boards })
})
