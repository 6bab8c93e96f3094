import { gzipSync } from 'node:zlib'
import type { Database } from '@signalpost/database'
import { budgetIdOf, findLiveScheduler, leaseDueListener, listSearches } from '@signalpost/database/searching'
import { dayMs, hourMs, minuteMs, type Platform, secondMs } from '@signalpost/domain'
import { createOutgoing, userAgent } from '@signalpost/outgoing'
import { startFeed } from '@signalpost/testing/platforms'
import { startService } from '@signalpost/testing/services'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { leaseMs, runLeased, runListener } from './run/run-listener.ts'
import { makeDueListener, makeListenerOf, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: (address) => address === '127.0.0.1' } })
const post = {
  ...{ id: 1, title: 'Which CRM for <us>?', text: 'We need a CRM by friday & pay for it.' },
  publishedAtMs: Math.floor(Date.now() / secondMs) * secondMs - hourMs,
}
const queries = [{ source: 'linkedin' as const, query: '"crm"' }]
const boardsOf = (...urls: string[]) => urls.map((board) => ({ platform: 'linkedin' as const, board }))

afterAll(() => outgoing.close())

function servicesWith(database: Database) {
  return { database, secretBox, outgoing, nowMs: Date.now }
}

test('a feed of any format is read by one request for all listeners, and answered 304 while it stays the same', async ({
  database,
  onTestFinished,
}) => {
  const feed = await startFeed([post])
  onTestFinished(() => feed.close())
  const formats = ['rss', 'atom', 'rdf', 'json']
  const boards = boardsOf(...formats.map((format) => `${feed.url}/${format}`))
  for (let workspace = 0; workspace < 2; workspace += 1) {
    const { orgId } = await makeDueListener(database, { queries, boards })
    await makeListenerOf(database, { orgId, listenerId: 'lsn_2', queries, boards })
  }
  const statuses: number[] = []
  const onAsked = (_platform: Platform, status: number) => void statuses.push(status)
  const runAll = async (): Promise<void> => {
    const lease = await leaseDueListener(database, { leaseMs })
    if (lease === undefined) return
    const { signal } = new AbortController()
    const outcome = await runLeased(servicesWith(database), lease, { isForced: false, signal, onAsked })
    expect(outcome?.searches.map(({ error, fetched }) => ({ error, fetched }))).toEqual(
      formats.map(() => ({ error: null, fetched: 1 })),
    )
    return runAll()
  }
  await Promise.all([runAll(), runAll(), runAll()])
  const rounds = 25
  for (let round = 0; round < rounds; round += 1) {
    await sql`update fetched_pages set fetched_at = fetched_at - interval '1 hour'`.execute(database)
    await sql`update searches set searched_at = searched_at - interval '1 hour'`.execute(database)
    await sql`update listener_schedules set due_at = now()`.execute(database)
    await runAll()
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(formats.length)
  expect(statuses.filter((status) => status === 304)).toHaveLength(formats.length * rounds)
  const { rows } = await sql<{ finds: number; keys: number }>`
    select count(*)::int as finds, count(distinct dedupe_key)::int as keys from finds`.execute(database)
  expect(rows).toEqual([{ finds: 4, keys: 1 }])
}, 60_000)

test('a feed that moved is followed through the guard, and one that cannot be read says why', async ({
  database,
  onTestFinished,
}) => {
  const feed = await startFeed([post])
  onTestFinished(() => feed.close())
  const secondsUntil = (date: Date | null) => ((date?.getTime() ?? 0) - Date.now()) / secondMs
  const errorOf = async (path: string): Promise<string | null | undefined> => {
    const listener = await makeDueListener(database, { queries, boards: boardsOf(`${feed.url}${path}`) })
    const { searches } = await runListener(servicesWith(database), { ...listener, dry: false })
    return searches[0]?.error
  }
  expect(await errorOf('/moved/5/rss')).toBeNull()
  expect(await errorOf('/moved/6/rss')).toBe('It redirects more than 5 times.')
  const inside = feed.url.replace('127.0.0.1', '127.0.0.2')
  expect(await errorOf(`/away?to=${encodeURIComponent(`${inside}/rss`)}`)).toContain('It gives no answer')
  expect(await errorOf('/elsewhere')).toBe('The feed does not exist.')
  feed.troubles.plan({ status: 200, body: `<rss>${' '.repeat(10_000_000)}</rss>` }, { times: 1 })
  expect(await errorOf('/rss')).toBe('Its answer has more than 4 MiB.')

  const listener = await makeDueListener(database, { queries, boards: boardsOf(`${feed.url}/atom`) })
  const run = () => runListener(servicesWith(database), { ...listener, dry: false })
  await sql`update searches set failures = 0`.execute(database)
  for (let failures = 1; failures <= 14; failures += 1) {
    feed.troubles.plan({ status: 500 }, { times: 1 })
    await run()
  }
  const [failing] = await listSearches(database, listener)
  expect(failing?.failures).toBe(14)
  expect(secondsUntil(failing?.blockedUntil ?? null)).toBeGreaterThan(hourMs / secondMs)
  expect(secondsUntil(failing?.blockedUntil ?? null)).toBeLessThanOrEqual(dayMs / secondMs)

  feed.troubles.plan({ status: 429, headers: { 'retry-after': '3600' } }, { times: 1 })
  await run()
  const asked = feed.requests.length
  // Every feed of the host is left alone, by every listener.
  expect(await errorOf('/json')).toContain('Nothing is asked for')
  expect((await run()).searches[0]?.error).toContain('Nothing is asked for')
  expect(feed.requests).toHaveLength(asked)
  const [waiting] = await listSearches(database, listener)
  expect(secondsUntil(waiting?.blockedUntil ?? null)).toBeGreaterThan((50 * minuteMs) / secondMs)
}, 60_000)

test('with two feeds of a platform, the error says which one fails', async ({ database, onTestFinished }) => {
  const feed = await startFeed([post])
  onTestFinished(() => feed.close())
  const boards = boardsOf(`${feed.url}/rss`, `${feed.url}/elsewhere?token=secret`)
  const listener = await makeDueListener(database, { queries, boards })
  await runListener(servicesWith(database), { ...listener, dry: false })
  const said = `LinkedIn (${feed.url}/elsewhere): The feed does not exist.`
  const errors = (await listSearches(database, listener)).map(({ lastError }) => lastError)
  expect(new Set(errors)).toEqual(new Set([null, said]))
  expect((await findLiveScheduler(database, listener))?.lastError).toBe(said)
}, 60_000)

test('a feed is decompressed whatever its headers say, and entries that are no posts are counted', async ({
  database,
  onTestFinished,
}) => {
  const feed = await startFeed([post])
  onTestFinished(() => feed.close())
  const listener = await makeDueListener(database, { queries, boards: boardsOf(`${feed.url}/rss`) })
  const run = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    feed.troubles.plan({ status: 200, headers, body }, { times: 1 })
    const { searches } = await runListener(servicesWith(database), { ...listener, dry: true })
    return searches[0]
  }
  const item = '<item><title>CRM</title><link>https://www.linkedin.com/posts/a-1</link></item>'
  const body = `<rss version="2.0"><channel>${item}<item><title>CRM</title></item></channel></rss>`
  const read = { fetched: 1, error: null, passedOver: [{ reason: 'it has no link', count: 1 }] }
  expect(await run(body)).toMatchObject(read)
  expect(await run(gzipSync(body))).toMatchObject(read)
  expect(await run(body, { 'content-encoding': 'gzip' })).toMatchObject(read)
  expect(feed.requests.map(({ headers }) => headers['user-agent'])).toEqual(Array(3).fill(userAgent))
}, 60_000)

test('a feed that asks for an hour of rest is not asked again within it, by any listener, unless a person runs one', async ({
  database,
  onTestFinished,
}) => {
  const feed = await startFeed([post])
  onTestFinished(() => feed.close())
  const boards = boardsOf(`${feed.url}/rss?ttl=60`)
  const { orgId, listenerId } = await makeDueListener(database, { queries, boards })
  await makeListenerOf(database, { orgId, listenerId: 'lsn_2', queries, boards })
  const runAll = async (): Promise<void> => {
    const lease = await leaseDueListener(database, { leaseMs })
    if (lease === undefined) return
    const { signal } = new AbortController()
    const outcome = await runLeased(servicesWith(database), lease, { isForced: false, signal })
    // Listeners of other tests may be due too.
    if (lease.orgId === orgId) expect(outcome?.searches).toMatchObject([{ error: null, fetched: 1 }])
    return runAll()
  }
  const later = async (minutes: number): Promise<void> => {
    await sql`update fetched_pages set fetched_at = fetched_at - make_interval(mins => ${minutes})`.execute(
      database,
    )
    await sql`update searches set searched_at = searched_at - interval '1 hour'`.execute(database)
    await sql`update listener_schedules set due_at = now() where org_id = ${orgId}`.execute(database)
    await runAll()
  }
  await runAll()
  expect(feed.requests).toHaveLength(1)
  await later(30)
  await later(29)
  expect(feed.requests).toHaveLength(1)
  const { rows } = await sql<{
    used: number
  }>`select used::int as used from platform_spending where budget_id = ${budgetIdOf(`feeds:${new URL(feed.url).host}`, undefined)}`.execute(
    database,
  )
  expect(rows).toEqual([{ used: 1 }])
  await later(2)
  expect(feed.requests).toHaveLength(2)
  await runListener(servicesWith(database), { orgId, listenerId, dry: false })
  expect(feed.requests).toHaveLength(3)
}, 60_000)

test('a feed needs no connection to its platform, which is then left out', async ({
  database,
  onTestFinished,
}) => {
  const raw = { link: 'https://twitter.com/maria/status/1860000000000000001' }
  const feed = await startFeed([{ ...post, raw }])
  onTestFinished(() => feed.close())
  const listener = await makeDueListener(database, {
    queries: [{ source: 'x', query: '"crm"' }],
    boards: [{ platform: 'x', board: `${feed.url}/rss` }],
  })
  const { searches, missing } = await runListener(servicesWith(database), { ...listener, dry: false })
  expect(searches).toMatchObject([{ platform: 'x', board: `${feed.url}/rss`, error: null, fetched: 1 }])
  expect(missing).toEqual([])
  const { rows } =
    await sql`select dedupe_key as key, reread_at is not null as "isReread" from finds where org_id = ${listener.orgId}`.execute(
      database,
    )
  expect(rows).toEqual([{ key: 'x.com/i/web/status/1860000000000000001', isReread: true }])
})

test('a redirect to a host that asks to wait silences that host, not the one that led there', async ({
  database,
  onTestFinished,
}) => {
  const asked: string[] = []
  const busy = await startService(({ path }) => {
    asked.push(path)
    return { status: 429, headers: { 'retry-after': '3600' } }
  })
  const feed = await startFeed([post])
  const leading = await startService(({ path }) =>
    path.startsWith('/trap')
      ? { status: 302, headers: { location: `${busy.url}/busy` } }
      : { status: 302, headers: { location: `${feed.url}/rss` } },
  )
  onTestFinished(async () => {
    await Promise.all([busy.close(), feed.close(), leading.close()])
  })
  const run = async (path: string) => {
    await makeDueListener(database, { queries, boards: boardsOf(`${leading.url}${path}`) })
    const lease = await leaseDueListener(database, { leaseMs })
    if (lease === undefined) throw new Error('A listener is due.')
    const { signal } = new AbortController()
    const outcome = await runLeased(servicesWith(database), lease, { isForced: false, signal })
    return outcome?.searches[0]
  }
  expect(await run('/trap')).toMatchObject({ error: expect.stringContaining('429') })
  expect(await run('/feed')).toMatchObject({ error: null, fetched: 1 })
  expect(await run('/trap?2')).toMatchObject({ error: expect.stringContaining('Nothing is asked for') })
  expect(asked).toEqual(['/busy'])
})
