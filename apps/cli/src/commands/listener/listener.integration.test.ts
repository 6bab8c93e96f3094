import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeEvents } from '@signalpost/database/records'
import { keepFinds, leaseListener, recordListenerCosts } from '@signalpost/database/searching'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Items, ours, stageAlertSettings, theirs } from '../../test-support/stage-alert-settings.ts'

const stage = stageAlertSettings()
const { call, json, refusal } = stage

const plan = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['crm'], exclusions: ['hiring'] },
  queries: [{ source: 'hackernews', query: '"crm"' }],
  ...{ profile: { targetRoles: ['Head of Sales'] }, limited: false },
}

let folder = ''
let planFile = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plan-'))
  planFile = await writePlan('plan.json', { plan, usage: {} })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function writePlan(name: string, content: unknown): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function create(...options: string[]) {
  return json(['listener', 'create', ...ours, '--name', 'CRM', '--plan', planFile, ...options])
}

describe('listener', () => {
  test('is created by a plan, listed, shown, edited, paused, resumed and deleted', async () => {
    const made = await create('--cron', '0 8 * * 1-5', '--time-zone', 'Europe/Berlin', '--backfill', '1d')
    expect(made).toMatchObject({
      ...{ listenerId: expect.stringMatching(/^lsn_/), name: 'CRM', mode: 'market', isPaused: false },
      ...{ keywords: ['crm'], queries: plan.queries, profile: plan.profile, boards: [] },
      ...{ schedule: { cron: '0 8 * * 1-5', timezone: 'Europe/Berlin' }, backfillMs: 86_400_000 },
    })
    const id = String(made.listenerId)
    const { items } = await json<Items>(['listener', 'list', ...ours])
    expect(items.find(({ listenerId }) => listenerId === id)).toMatchObject({
      ...{ madeHere: true, scheduler: { state: 'queued' } },
    })
    expect(await json(['listener', 'show', id])).toMatchObject({ searches: [], finds: {}, madeHere: true })
    const edited = await json(['listener', 'edit', id, '--every', '2h', '--sensitivity', 'high'])
    expect(edited).toMatchObject({
      ...{ name: 'CRM', sensitivity: 'high', backfillMs: 86_400_000, keywords: ['crm'] },
      schedule: { everyMinutes: 120, timezone: 'UTC' },
    })
    const places = { ...plan, mode: 'places', profile: { categories: ['cafe'], locations: ['Bath'] } }
    const other = await writePlan('places.json', places)
    expect(await json(['listener', 'edit', id, '--plan', other])).toMatchObject({
      ...{ mode: 'places', profile: { categories: ['cafe'], locations: ['Bath'] } },
      schedule: { everyMinutes: 120, timezone: 'UTC' },
    })
    expect(await json(['listener', 'pause', id])).toMatchObject({ isPaused: true })
    expect(await json(['listener', 'show', id])).toMatchObject({
      scheduler: { state: 'paused', nextRunAt: null },
    })
    expect(await json(['listener', 'resume', id])).toMatchObject({ isPaused: false })
    expect(await json(['listener', 'weights', id, '--freeze'])).toMatchObject({ isFrozen: true, verdicts: 0 })
    for (const verb of ['show', 'edit', 'pause', 'delete']) {
      expect(await refusal(['listener', verb, id, ...theirs, '--yes'])).toMatchObject({ code: 'not_found' })
    }
    expect((await call(['listener', 'show', id])).stdout).toContain('every 2h')
    expect(await json(['listener', 'delete', id, '--yes'])).toMatchObject({ deleted: true })
    expect(await refusal(['listener', 'show', id, ...ours])).toMatchObject({ code: 'not_found' })
  })

  test('shows what its runs cost, in units of the quota against which they count', async () => {
    const { listenerId } = await create('--every', '1h')
    const shown = async () => (await call(['listener', 'show', String(listenerId)])).stdout
    expect(await shown()).not.toContain('runs in')
    const none = { unit: '', units: 0, pages: 0 }
    await recordListenerCosts(stage.store.database, {
      ...{ orgId: 'org_acme', listenerId: String(listenerId) },
      costs: [
        { ...none, kind: 'run', name: '', times: 4 },
        { kind: 'platform', name: 'hackernews', unit: 'request', times: 8, units: 8, pages: 7 },
        { ...none, kind: 'model', name: 'opinion', times: 5 },
      ],
    })
    expect(await shown()).toMatch(
      /4 runs in 1 day asked:\n.*\nhackernews\s+8\s+8 request\s+7\nmodel: opinion\s+5\b/,
    )
    expect(await json(['listener', 'show', String(listenerId)])).toMatchObject({
      costs: {
        ...{ days: 1, runs: 4, models: [{ model: 'opinion', calls: 5 }] },
        platforms: [
          {
            ...{ platform: 'hackernews', unit: 'request', requests: 8, units: 8, pages: 7 },
            quotas: [{ most: 5_000, windowMs: 3_600_000, isShared: true }],
          },
        ],
      },
    })
  })

  test('shares one source with the other listeners of its workspace', async () => {
    const made = [await create('--every', '1h'), await create('--every', '1h')]
    const [sourceId] = new Set(made.map((one) => one.sourceId))
    const { items } = await json<Items>(['source', 'list', ...ours])
    const searchers = items.filter(({ name }) => name === 'Signalpost searcher')
    expect(searchers).toMatchObject([{ sourceId, scheme: 'service-v1', enabled: true }])
    expect(new Set(made.map((one) => one.sourceId)).size).toBe(1)
  })

  test.each<[string[], string]>([
    [[], '--every is needed'],
    [['--every', '90s'], '--every: expected whole minutes'],
    [['--every', '1h', '--cron', '0 8 * * *'], '--every: give it or --cron'],
    [['--every', '1h', '--time-zone', 'UTC'], '--time-zone goes only with --cron'],
    [['--cron', '* *'], '--cron: expected five fields'],
    [['--cron', '0 8 31 2 *'], '--cron: expected five fields'],
    [['--cron', '0 8 * * *', '--time-zone', 'Mars/Olympus'], '--time-zone: expected the name of a time zone'],
    [['--every', '1h', '--board', 'stripe'], '--board: expected PLATFORM:NAME'],
    [['--every', '1h', '--backfill', '31d'], '--backfill: expected 0 to 30d'],
    [['--every', '1h', '--sensitivity', 'extreme'], '--sensitivity: '],
    [['--every', '1h', '--plan', '/nowhere.json'], 'cannot be read'],
  ])('create %j is refused in one line that names the option', async (options, part) => {
    const args = ['listener', 'create', ...ours, '--name', 'x', '--plan', planFile, ...options]
    expect(await refusal(args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      line: expect.stringContaining(part),
    })
  })

  test.each<[string, unknown, string]>([
    ['has no query', { ...plan, queries: [] }, 'plan.queries'],
    ['has no keyword', { ...plan, keywords: [] }, 'plan.keywords'],
    ['has an unknown mode', { ...plan, mode: 'deep' }, 'plan.mode'],
  ])('a plan that %s is refused by the name of the member', async (name, content, path) => {
    const file = await writePlan(`${name}.json`, content)
    const args = ['listener', 'create', ...ours, '--name', 'x', '--every', '1h', '--plan', file]
    expect(await refusal(args)).toMatchObject({
      ...{ exitCode: 1, code: 'invalid_request' },
      detail: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  test('takes any name of a board, and %20 for a space', async () => {
    const boards = ['ashby:Superhuman Platform Inc', 'ashby:Superhuman%20Platform%20Inc', 'lever:ä & ö']
    const made = await create('--every', '1h', ...boards.flatMap((board) => ['--board', board]))
    expect(made.boards).toEqual([
      { platform: 'ashby', board: 'Superhuman Platform Inc' },
      { platform: 'lever', board: 'ä & ö' },
    ])
    const refused = ['listener', 'create', ...ours, '--name', 'B', '--plan', planFile, '--every', '1h']
    expect(await call([...refused, '--board', `ashby:${'x'.repeat(101)}`, '--json'])).toMatchObject({
      ...{
        exitCode: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: --board: .*1 to 100 characters.*\n$/),
      },
    })
  })

  test('is refused a schedule that no platform of its plan allows, by the option that gave it', async () => {
    const made = await create('--every', '1h')
    const edit = ['listener', 'edit', String(made.listenerId), '--json']
    const creation = ['listener', 'create', ...ours, '--name', 'CRM', '--plan', planFile, '--json']
    for (const args of [creation, edit]) {
      const given = { every: '1m', cron: '* * * * *' }
      for (const [option, value] of Object.entries(given)) {
        expect(await call([...args, `--${option}`, value])).toMatchObject({
          exitCode: 2,
          stderr: `error: --${option}: expected 5 minutes or more between runs\n`,
        })
      }
    }
  })

  test('is refused a board of a platform without boards', async () => {
    const args = ['listener', 'create', ...ours, '--name', 'x', '--plan', planFile, '--every', '1h']
    expect(await call([...args, '--board', 'hackernews:jobs', '--json'])).toMatchObject({
      ...{
        exitCode: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: --board: .*Hacker News has no boards\n$/),
      },
    })
  })
})

test('listener explain shows every point, and knows no signal that no listener here found', async () => {
  const listener = { orgId: 'org_acme', listenerId: String((await create('--every', '1h')).listenerId) }
  const reasons = [{ text: 'names a keyword', points: 20, quote: 'crm' }]
  const components = [{ name: 'fit', points: 20, cap: 20, reasons }]
  const { database } = stage.store
  const lease = await leaseListener(database, { ...listener, leaseMs: 60_000 })
  const find = {
    ...{ dedupeKey: 'one', platform: 'hackernews', signalId: 'sig_one', titleKey: null, simhash: null },
    ...{
      firstSeenAt: new Date(),
      reason: null,
      score: 20,
      components,
      features: null,
      delivery: null,
      retention: null,
    },
    state: 'held_out' as const,
  }
  const page = { token: lease?.token ?? '', searchId: 'none', cursor: null, history: null }
  await keepFinds(database, { ...listener, ...page, finds: [find] })
  expect(await json(['listener', 'explain', 'sig_one', ...ours])).toMatchObject({
    ...{ signalId: 'sig_one', relevanceScore: 20, scoreVersion: 3, components, rerankScore: null },
  })
  const signal = {
    ...{ id: 'sig_one', orgId: 'org_acme', listenerId: listener.listenerId, source: 'hackernews' },
    ...{ url: 'https://news.ycombinator.com/item?id=1', title: 'A', excerpt: 'B', rationale: 'C' },
    ...{ relevanceScore: 20, classification: 'relevant', matchedKeywords: [], passedBy: 'rerank' },
    ...{ rerankScore: 0.75, firstSeenAt: '2026-11-20T09:00:00.000Z', postedAt: '2026-11-20T09:00:00.000Z' },
  }
  const event = {
    ...{ orgId: 'org_acme', idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) },
  }
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
  expect(await json(['listener', 'explain', 'sig_one', ...ours])).toMatchObject({ rerankScore: 0.75 })
  expect((await call(['listener', 'explain', 'sig_one', ...ours])).stdout).toMatch(/rerank\s+0\.75/)
  expect(await refusal(['listener', 'explain', 'sig_one', ...theirs])).toMatchObject({ code: 'not_found' })
})

describe('connection', () => {
  test.each(['0/1h', '5/0', '5/31d', '10000001/1d', 'x'])('takes no budget of %s', async (budget) => {
    for (const command of [
      ['create', 'hackernews', ...ours],
      ['budget', 'con_1'],
    ]) {
      expect(await refusal(['connection', ...command, '--budget', budget])).toMatchObject({
        exitCode: 2,
        stdout: '',
        line: expect.stringContaining('--budget: '),
      })
    }
  })

  test('is created, listed, given a budget and deleted', async () => {
    const base = ['--base-url', 'http://127.0.0.1:9999/hn', '--budget', '100/1h']
    const made = await json(['connection', 'create', 'hackernews', ...ours, ...base])
    expect(made).toMatchObject({
      ...{ connectionId: expect.stringMatching(/^con_/), platform: 'hackernews' },
      ...{ baseUrl: 'http://127.0.0.1:9999/hn', budget: { most: 100, windowMs: 3_600_000 } },
    })
    const id = String(made.connectionId)
    expect(await json(['connection', 'list', ...ours])).toEqual({ items: [made] })
    expect(await refusal(['connection', 'create', 'hackernews', ...ours])).toMatchObject({ code: 'conflict' })
    expect((await call(['connection', 'budget', id, '--budget', '5/1d'])).stdout).toContain('5/1d')
    expect(await json(['connection', 'budget', id, '--reset'])).toMatchObject({ budget: null })
    expect(await refusal(['connection', 'delete', id, ...theirs, '--yes'])).toMatchObject({
      code: 'not_found',
    })
    expect(await json(['connection', 'delete', id, '--yes'])).toMatchObject({ deleted: true })
  })

  test.each([['https://user:secret@example.com'], ['https://example.com/?q=1'], ['ftp://example.com']])(
    'is refused the base URL %s',
    async (url) => {
      const refused = await refusal(['connection', 'create', 'hackernews', ...ours, '--base-url', url])
      expect(refused).toMatchObject({ code: 'invalid_request', detail: [{ path: 'baseUrl' }] })
    },
  )

  test('takes credentials from files, and lets X be searched only with a budget', async () => {
    const secret = await writePlan('secret.txt', 'a-secret-of-ours\n')
    const stateOf = async (name: string) =>
      (await json<Items>(['platform', 'list', ...ours])).items.find(({ platform }) => platform === name)
    expect((await call(['connection', 'create', 'youtube', ...ours])).stderr).toContain('--api-key-file')
    expect(await stateOf('youtube')).toMatchObject({ access: 'key', ready: false })
    const made = await call(['connection', 'create', 'youtube', ...ours, '--api-key-file', secret])
    expect(made.stdout).not.toContain('a-secret-of-ours')
    expect(await stateOf('youtube')).toMatchObject({ ready: true })
    const { connectionId } = await json(['connection', 'create', 'x', ...ours, '--bearer-token-file', secret])
    expect(await stateOf('x')).toMatchObject({ ready: false, missing: expect.stringContaining('--budget') })
    await json(['connection', 'budget', String(connectionId), '--budget', '1000/1d'])
    expect(await stateOf('x')).toMatchObject({ ready: true })
  })

  test('is refused to a platform that only a provider can search, with what to do', async () => {
    expect(await refusal(['connection', 'create', 'linkedin', ...ours])).toMatchObject({
      ...{ exitCode: 1, code: 'invalid_request' },
      detail: [{ path: 'platform', message: expect.stringContaining('Bring a provider') }],
    })
  })
})

test('platform list names all platforms, how each is reached, and what is missing', async () => {
  const { items } = await json<Items>(['platform', 'list', ...ours])
  expect(items).toHaveLength(14)
  expect(items.find(({ platform }) => platform === 'linkedin')).toMatchObject({
    ...{ access: 'provider', ready: false, missing: expect.stringContaining('provider') },
  })
})

test('platform list says once what several platforms lack', async () => {
  const { items } = await json<Items>(['platform', 'list', ...ours])
  const { missing } = items.find(({ platform }) => platform === 'linkedin') ?? {}
  const { stdout } = await call(['platform', 'list', ...ours])
  expect(stdout.split('\n').filter((line) => line.trim() === missing)).toHaveLength(1)
  expect(stdout).toMatch(/^LinkedIn, .*Facebook.*:$/m)
})
