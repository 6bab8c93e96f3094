import type { Database } from '@signalpost/database'
import { createConnection, findSchedule, leaseListener, listSearches } from '@signalpost/database/searching'
import { hourMs, type Listener, minuteMs, nextCronMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns, type StandInPost } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect, type TestContext } from 'vitest'
import { makeDueListener, secretBox } from '../test-support/make-listener.ts'
import { runLeased } from './run-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const { signal } = new AbortController()

afterAll(() => outgoing.close())

function post(id: number): StandInPost {
  const text = 'We are looking for a CRM because ours is down. We need it by friday, as soon as possible.'
  return { id, title: `Recommend a CRM for team ${id}?`, text, publishedAtMs: Date.now() - id * minuteMs }
}

type Given = {
  database: Database
  posts?: StandInPost[]
  schedule?: Listener['schedule']
  others?: Listener['queries']
} & Pick<TestContext, 'onTestFinished'>

/** Makes a listener of two searches on a stand-in for Hacker News. `run` runs it as a searcher does once it is due. */
async function stage({ database, onTestFinished, posts = [post(1)], schedule = null, others = [] }: Given) {
  const stand = await platformStandIns.hackernews?.(posts)
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const queries = ['"crm"', '"friday"'].map((query) => ({ source: 'hackernews' as const, query }))
  const listener = await makeDueListener(database, { queries: [...queries, ...others], boards: [], schedule })
  const { orgId } = listener
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  const run = async () => {
    const lease = await leaseListener(database, { ...listener, leaseMs: minuteMs })
    if (lease === undefined) throw new Error('The listener is leased already.')
    await runLeased({ database, secretBox, outgoing, nowMs: Date.now }, lease, { isForced: false, signal })
  }
  const dueAtMs = async () => (await findSchedule(database, listener))?.dueAt.getTime() ?? Number.NaN
  return { stand, listener, run, dueAtMs }
}

test('a run between two moments of cron, such as after an edit, moves none of them', async ({
  database,
  onTestFinished,
}) => {
  // Far enough from now, whenever this runs.
  const hour = new Date(Date.now() + 12 * hourMs).getUTCHours()
  const cron = `0 ${hour} * * *`
  const schedule = { cron, timezone: 'UTC' }
  const { stand, run, dueAtMs } = await stage({ database, onTestFinished, schedule })
  const momentMs = nextCronMs({ cron, timeZone: 'UTC' }, Date.now())
  for (let runs = 1; runs <= 2; runs += 1) {
    await run()
    expect(await dueAtMs()).toBeGreaterThanOrEqual(momentMs)
    expect(await dueAtMs()).toBeLessThan(momentMs + 2 * minuteMs)
  }
  // The second run let both rest.
  expect(stand.requests).toHaveLength(2)
})

test('what a run that kept its most left behind is due at once', async ({ database, onTestFinished }) => {
  const posts = Array.from({ length: 200 }, (_, index) => post(index + 1))
  const schedule = { everyMinutes: 24 * 60, timezone: 'UTC' }
  const { listener, run, dueAtMs } = await stage({ database, onTestFinished, posts, schedule })
  const searched = async () =>
    (await listSearches(database, listener)).filter(({ searchedAt }) => searchedAt !== null).length
  await run()
  expect(await searched()).toBe(1)
  expect((await dueAtMs()) - Date.now()).toBeLessThan(minuteMs)
  await run()
  expect(await searched()).toBe(2)
  expect((await dueAtMs()) - Date.now()).toBeGreaterThan(20 * hourMs)
})

test('a search that is added later looks as far back as the first ones did, not to when they began', async ({
  database,
  onTestFinished,
}) => {
  const { stand, listener, run } = await stage({ database, onTestFinished })
  const { orgId } = listener
  await run()
  await sql`update listener_schedules set created_at = now() - interval '300 days' where org_id = ${orgId}`.execute(
    database,
  )
  await sql`delete from searches where org_id = ${orgId} and query = '"friday"'`.execute(database)
  stand.requests.length = 0
  await run()
  const [request] = stand.requests
  const since = /created_at_i>=(\d+)/.exec(decodeURIComponent(request?.path ?? ''))?.[1]
  expect((Date.now() / 1_000 - Number(since)) / 86_400).toBeCloseTo(7, 1)
})

test('each search that a platform lacks something for says what, until it runs', async ({
  database,
  onTestFinished,
}) => {
  const others: Listener['queries'] = [
    { source: 'youtube', query: 'crm' },
    { source: 'trustpilot', query: 'Acme' },
  ]
  const { listener, run } = await stage({ database, onTestFinished, others })
  await run()
  const errors = async () =>
    (await listSearches(database, listener)).flatMap(({ lastError }) => lastError ?? [])
  expect(await errors()).toEqual([
    expect.stringMatching(/^Trustpilot: An API key of a paid plan/),
    expect.stringMatching(/^YouTube: An API key of a Google project/),
  ])
  expect(await findSchedule(database, listener)).toMatchObject({
    lastError: expect.stringMatching(/^YouTube: An/),
  })
  const video = await platformStandIns.youtube?.([])
  if (video === undefined) throw new Error('There is no stand-in for YouTube.')
  onTestFinished(() => video.close())
  const { orgId } = listener
  const place = { orgId, platform: 'youtube' as const, baseUrl: video.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: { apiKey: 'k' } })
  await run()
  expect(await errors()).toEqual([expect.stringMatching(/^Trustpilot: /)])
})

test('a search that waits is named once in what its listener says', async ({ database, onTestFinished }) => {
  const { stand, listener, run } = await stage({ database, onTestFinished })
  stand.troubles.plan({ status: 500 }, { times: 2 })
  for (let runs = 1; runs <= 2; runs += 1) {
    await run()
    const { lastError } = (await findSchedule(database, listener)) ?? {}
    expect(lastError).toBe('Hacker News: The platform answered 500.')
  }
  expect(stand.requests).toHaveLength(2)
})

test('an answer whose posts can no longer be read is a fault, and one odd post among others is none', async ({
  database,
  onTestFinished,
}) => {
  const odd = [1, 2, 3, 4, 5].map((id) => ({ ...post(id), raw: { objectID: { value: `${id}` } } }))
  const { stand, listener, run } = await stage({ database, onTestFinished, posts: odd })
  await run()
  const states = () => listSearches(database, listener)
  const error = expect.stringContaining('The answer has 5 posts, and none of them can be read')
  expect(await states()).toMatchObject([
    { lastError: error, searchedAt: null, cursor: null },
    { lastError: error },
  ])
  stand.posts.push(post(6))
  await sql`update searches set blocked_until = null where org_id = ${listener.orgId}`.execute(database)
  await run()
  expect(await states()).toMatchObject([
    { lastError: null, searchedAt: expect.any(Date) },
    { lastError: null },
  ])
})
