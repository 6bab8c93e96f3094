import { createConnection } from '@signalpost/database/searching'
import { dayMs, minuteMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const pageOfHits = 100
const pages = 9
const budget = { most: 30, windowMs: dayMs }
/** A tenth of the budget. */
const share = 3

afterAll(() => outgoing.close())

function post(id: number, publishedAtMs: number) {
  return { id, title: `Note ${id}`, text: 'A crm.', author: `author${id}`, publishedAtMs }
}

test('a first run looks back with a tenth of a day of the budget, and what is new does not wait for it', async ({
  database,
  onTestFinished,
}) => {
  const nowMs = Date.now()
  const stand = await platformStandIns.hackernews?.(
    Array.from({ length: pages * pageOfHits }, (_, id) => post(id + 1, nowMs - (id + 1) * minuteMs)),
  )
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const queries = [{ source: 'hackernews' as const, query: '"crm"' }]
  const listener = await makeDueListener(database, { queries, boards: [] })
  const { orgId } = listener
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget, secrets: {} })
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const run = async () => {
    const before = stand.requests.length
    const [search] = (await runListener(services, { ...listener, dry: false })).searches
    return { error: search?.error, asked: stand.requests.length - before }
  }
  const countFinds = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from finds where org_id = ${orgId}`.execute(database)
    return rows[0]?.count
  }
  const nextDay = () =>
    sql`update platform_spending set window_start = window_start - interval '1 day'`.execute(database)

  expect(await run()).toEqual({ error: null, asked: 1 + share })
  const found = await countFinds()
  // Pages overlap by a second, so by a post.
  expect(found).toBeGreaterThan(share * pageOfHits)
  stand.posts.push(post(10_001, Date.now()))
  expect(await run()).toEqual({ error: null, asked: 1 })
  expect(await countFinds()).toBe((found ?? 0) + 1)

  let days = 0
  for (; ((await countFinds()) ?? 0) <= pages * pageOfHits && days < pages; days += 1) {
    await nextDay()
    expect(await run()).toMatchObject({ error: null })
  }
  expect(days).toBe(Math.ceil((pages - 1 - share) / share))
  // The past was read once: nothing of it is asked for again.
  await nextDay()
  expect(await run()).toEqual({ error: null, asked: 1 })
})
