import type { Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import {
  createConnection,
  findJudgedFinds,
  findSchedule,
  leaseListener,
  listSearches,
} from '@signalpost/database/searching'
import { minuteMs, type Platform, signalSchema } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { waitUntil } from '@signalpost/testing'
import { platformStandIns, type StandInPost } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, expect, type TestContext } from 'vitest'
import { runLeased, runListener } from './run/run-listener.ts'
import { createSearchingMetrics } from './searching-metrics.ts'
import { startDelivering, startRunning } from './start-searching.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'
import { startStandIn } from './test-support/start-stand-in.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const board = 'stripe'
/** Its title is too short for a twin, so that only its key tells that it was met. */
const request = {
  title: 'Recommend a CRM?',
  text: 'We are looking for a CRM because ours is down. We need it by friday, as soon as possible.',
}
const aside = { title: 'Giveaway of a CRM', text: 'Can anyone recommend a CRM? Write one line to win ours.' }

afterAll(() => outgoing.close())

function post(id: number, said: Pick<StandInPost, 'title' | 'text'>): StandInPost {
  return { id, ...said, board, author: `author${id}`, publishedAtMs: Date.now() - id * minuteMs }
}

/** Makes a listener that is due, on a stand-in with two posts of which one is worth a signal. */
async function stage(
  { database, onTestFinished }: { database: Database } & Pick<TestContext, 'onTestFinished'>,
  platform: Platform = 'hackernews',
) {
  const stand = await platformStandIns[platform]?.([post(1, request), post(2, aside)])
  if (stand === undefined) throw new Error(`There is no stand-in for ${platform}.`)
  onTestFinished(() => stand.close())
  const boards = platform === 'hackernews' ? [] : [{ platform, board }]
  const listener = await makeDueListener(database, {
    queries: [{ source: platform, query: '"crm"' }],
    boards,
  })
  const { orgId } = listener
  const connection = { orgId, platform, baseUrl: stand.url, budget: null, secrets: {} }
  await createConnection(database, secretBox, connection)
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const readFinds = async () => {
    const { rows } = await sql<{ key: string; state: string }>`
      select dedupe_key as key, state from finds where org_id = ${orgId} order by key`.execute(database)
    return rows
  }
  const forgetCursors = () => sql`update searches set cursor = null where org_id = ${orgId}`.execute(database)
  return {
    ...{ stand, listener, services, readFinds, forgetCursors },
    run: () => runListener(services, { ...listener, dry: false }),
  }
}

test('runs a listener that is due, and delivers what it keeps as valid signals', async ({
  database,
  onTestFinished,
}) => {
  const { listener, services, readFinds } = await stage({ database, onTestFinished })
  const intake = await startStandIn(() => ({ status: 202, body: { status: 'accepted', deliveries: [] } }))
  onTestFinished(intake.stop)
  const faults: unknown[] = []
  const watching = {
    metrics: createSearchingMetrics(new Registry()),
    logger: { info: () => undefined } as never,
    onFault: () => (error: unknown) => void faults.push(error),
  }
  const delivery = { database, secretBox, intakeUrl: intake.url, maxBodyBytes: 1_048_576 }
  const parts = [startRunning(services, watching), startDelivering(delivery, watching)]
  onTestFinished(async () => void (await Promise.all(parts.map((part) => part.stop()))))
  await waitUntil('a find is delivered', async () =>
    (await readFinds()).some(({ state }) => state === 'delivered'),
  )
  // The cast: events as this package writes them.
  const events = JSON.parse(intake.received[0]?.body ?? '') as { data: { signal: unknown } }[]
  expect(events.map(({ data }) => signalSchema.parse(data.signal))).toMatchObject([
    {
      ...{ listenerId: listener.listenerId, source: 'hackernews', classification: 'high_intent' },
      ...{ dedupeKey: 'news.ycombinator.com/item?id=1', scoreVersion: 3, matchedKeywords: ['crm'] },
    },
  ])
  expect(await readFinds()).toMatchObject([{ state: 'delivered' }, { state: 'dropped' }])
  expect(faults).toEqual([])
})

test('remembers of a find what its verdict will teach', async ({ database, onTestFinished }) => {
  const { run, listener } = await stage({ database, onTestFinished })
  await run()
  const { rows } = await sql<{ signalId: string }>`
    select signal_id as "signalId" from finds where org_id = ${listener.orgId} and state = 'waiting'`.execute(
    database,
  )
  const feedback = {
    ...{ orgId: listener.orgId, idPrefix: 'svc_' as const, type: 'signal.feedback' as const },
    dataAt: (at: string) => ({ signalId: rows[0]?.signalId, feedback: { verdict: 'good', at } }),
  }
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [feedback], { nowMs: Date.now() }))
  const features = {
    ...{ keywords: ['crm'], label: 'high_intent', platform: 'hackernews', propensity: 1 },
    points: expect.objectContaining({ recency: 10 }),
  }
  expect(await findJudgedFinds(database, { ...listener, limit: 10 })).toMatchObject([
    { features, verdict: 'good', at: expect.any(Date) },
  ])
})

test('finds nothing twice, not even when it forgets where it was', async ({ database, onTestFinished }) => {
  const { stand, run, readFinds, forgetCursors } = await stage({ database, onTestFinished })
  expect((await run()).searches).toMatchObject([{ fetched: 2, kept: 1, error: null }])
  const finds = await readFinds()
  expect((await run()).searches).toMatchObject([{ fetched: 2, kept: 0, error: null }])
  await forgetCursors()
  expect((await run()).searches).toMatchObject([{ fetched: 2, kept: 0, error: null }])
  expect(await readFinds()).toEqual(finds)
  expect(stand.requests).toHaveLength(3)
})

test('asks a platform that wants to be left alone only once', async ({ database, onTestFinished }) => {
  const { stand, run, readFinds, listener } = await stage({ database, onTestFinished })
  stand.troubles.plan({ status: 429, headers: { 'retry-after': '600' } }, { times: 1 })
  const error = expect.stringContaining('429')
  expect((await run()).searches).toMatchObject([{ fetched: 0, error }])
  expect((await run()).searches).toMatchObject([{ fetched: 0, error }])
  expect(stand.requests).toHaveLength(1)
  expect(await readFinds()).toEqual([])
  expect(await listSearches(database, listener)).toMatchObject([
    { cursor: null, blockedUntil: expect.any(Date) },
  ])
})

test('reads a board again only once it changed', async ({ database, onTestFinished }) => {
  const { stand, run, readFinds } = await stage({ database, onTestFinished }, 'greenhouse')
  expect((await run()).searches).toMatchObject([{ board, fetched: 2, error: null }])
  const finds = await readFinds()
  expect((await run()).searches).toMatchObject([{ board, kept: 0, error: null }])
  expect(await readFinds()).toEqual(finds)
  stand.posts.push(post(3, { ...request, title: 'Head of CRM, we are hiring' }))
  expect((await run()).searches).toMatchObject([{ board, fetched: 3, error: null }])
  expect(await readFinds()).toHaveLength(3)
  const [first, second, third] = stand.requests.map(({ headers }) => headers['if-none-match'])
  expect(first).toBeUndefined()
  expect(second).toMatch(/^W\/"/)
  expect(third).toBe(second)
})

test('a run that kept its most leaves the searches behind it as they were', async ({
  database,
  onTestFinished,
}) => {
  const posts = Array.from({ length: 200 }, (_, index) =>
    post(index + 1, { ...request, title: `CRM for team ${index}?` }),
  )
  const stand = await platformStandIns.hackernews?.(posts)
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const queries = ['"crm"', '"friday"'].map((query) => ({ source: 'hackernews' as const, query }))
  const listener = await makeDueListener(database, { queries, boards: [] })
  const { orgId } = listener
  const connection = { orgId, platform: 'hackernews' as const, baseUrl: stand.url, budget: null, secrets: {} }
  await createConnection(database, secretBox, connection)
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const report = await runListener(services, { ...listener, dry: false })
  expect(report.searches).toMatchObject([{ query: '"crm"', kept: 200 }])
  const searches = await listSearches(database, listener)
  expect(searches).toHaveLength(2)
  expect(searches.filter(({ searchedAt }) => searchedAt !== null)).toHaveLength(1)
})

test('a search that fails comes back alone, and its listener has not failed while others go well', async ({
  database,
  onTestFinished,
}) => {
  const hackerNews = await platformStandIns.hackernews?.([post(1, request)])
  const lever = await platformStandIns.lever?.([])
  if (hackerNews === undefined || lever === undefined) throw new Error('A stand-in is missing.')
  onTestFinished(async () => void (await Promise.all([hackerNews.close(), lever.close()])))
  lever.troubles.plan({ status: 500 }, { times: 10 })
  const listener = await makeDueListener(database, {
    queries: (['hackernews', 'lever'] as const).map((source) => ({ source, query: '"crm"' })),
    boards: [{ platform: 'lever', board }],
  })
  const { orgId } = listener
  for (const [platform, { url: baseUrl }] of Object.entries({ hackernews: hackerNews, lever })) {
    await createConnection(database, secretBox, { orgId, platform, baseUrl, budget: null, secrets: {} })
  }
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const signal = new AbortController().signal
  for (let retries = 1; retries <= 3; retries += 1) {
    await sql`update searches set blocked_until = null where org_id = ${orgId}`.execute(database)
    const lease = await leaseListener(database, { ...listener, leaseMs: minuteMs })
    if (lease === undefined) throw new Error('The listener is leased already.')
    await runLeased(services, lease, { isForced: false, signal })
    expect(hackerNews.requests).toHaveLength(1)
    expect(lever.requests).toHaveLength(retries)
    expect(await findSchedule(database, listener)).toMatchObject({
      ...{ failures: 0, lastError: expect.stringContaining('Lever (stripe): ') },
    })
  }
  const schedule = await findSchedule(database, listener)
  expect((schedule?.dueAt.getTime() ?? Number.NaN) - Date.now()).toBeLessThan(10 * minuteMs)
})
