import { createConnection, setConnectionBudget } from '@signalpost/database/searching'
import { dayMs, minuteMs, secondMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { type StandInPost, startX } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { checkPlatform } from './check-platform.ts'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, makeListenerOf, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })

afterAll(() => outgoing.close())

/** Those of a later round are newer than all before. */
function posts(count: number, round = 0): StandInPost[] {
  const newestMs = Date.now() - (6 - round) * 10 * minuteMs
  return Array.from({ length: count }, (_, at) => ({
    ...{
      id: round * 1_000 + at,
      author: `author${at % 4}`,
      title: `Recommend a CRM for team ${round} ${at}?`,
    },
    ...{ text: 'We need one by friday.', publishedAtMs: newestMs - at * secondMs },
  }))
}

test('X is not asked before its connection has a cap, and the cap is never passed', async ({
  database,
  onTestFinished,
}) => {
  const stand = await startX(posts(300))
  onTestFinished(() => stand.close())
  const queries = [{ source: 'x' as const, query: '"crm"' }]
  const listener = await makeDueListener(database, { queries, boards: [] })
  const { orgId } = listener
  const other = { orgId, listenerId: 'lsn_2' }
  await makeListenerOf(database, { ...other, queries, boards: [] })
  const { connectionId } = await createConnection(database, secretBox, {
    ...{ orgId, platform: 'x', baseUrl: stand.url, budget: null, secrets: { bearerToken: 't' } },
  })
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const run = (one = listener) => runListener(services, { ...one, dry: false })
  expect((await run()).searches).toMatchObject([{ error: expect.stringContaining('--budget') }])
  expect(await checkPlatform(services, { orgId, platform: 'x' })).toMatchObject({ ready: false })
  expect(stand.requests).toEqual([])

  const most = 100
  await setConnectionBudget(database, { connectionId, orgId, budget: { most, windowMs: 30 * dayMs } })
  await Promise.all([run(), run(other), checkPlatform(services, { orgId, platform: 'x' })])
  for (let round = 1; round <= 5; round += 1) {
    stand.posts.push(...posts(20, round))
    await run()
  }
  const { rows } = await sql<{ used: number }>`
    select used from platform_spending where budget_id = ${connectionId} and unit = 'read'`.execute(database)
  expect(stand.billed.reads).toBeLessThanOrEqual(most)
  // A page of ten posts and their authors must fit.
  expect(stand.billed.reads).toBeGreaterThan(most - 20)
  expect(rows).toEqual([{ used: stand.billed.reads }])
  expect((await run()).searches).toMatchObject([{ error: expect.stringContaining('budget is used up') }])
})

test('a first run on X looks back with a tenth of a day of the cap, and leaves the rest for what is new', async ({
  database,
  onTestFinished,
}) => {
  const stand = await startX(posts(300))
  onTestFinished(() => stand.close())
  const listener = await makeDueListener(database, {
    queries: [{ source: 'x', query: '"crm"' }],
    boards: [],
  })
  const place = { orgId: listener.orgId, platform: 'x' as const, baseUrl: stand.url }
  const budget = { most: 400, windowMs: dayMs }
  await createConnection(database, secretBox, { ...place, budget, secrets: { bearerToken: 't' } })
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const run = async () => (await runListener(services, { ...listener, dry: false })).searches
  expect(await run()).toMatchObject([{ error: null }])
  // A page has ten posts of four authors.
  expect(stand.billed.reads).toBeLessThanOrEqual(14 + 40)
  stand.posts.push(...posts(1, 1))
  const before = stand.billed.reads
  expect(await run()).toMatchObject([{ error: null }])
  expect(stand.billed.reads - before).toBeGreaterThanOrEqual(2)
})
