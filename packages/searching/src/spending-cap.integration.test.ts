import { createConnection, setConnectionBudget } from '@signalpost/database/searching'
import { dayMs, minuteMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { startX } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { checkPlatform } from './check-platform.ts'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, makeListenerOf, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })

afterAll(() => outgoing.close())

test('X is not asked before its connection has a cap, and the cap is never passed', async ({
  database,
  onTestFinished,
}) => {
  const stand = await startX(
    Array.from({ length: 300 }, (_, id) => ({
      ...{ id, author: `author${id % 4}`, title: `Recommend a CRM for team ${id}?` },
      ...{ text: 'We need one by friday.', publishedAtMs: Date.now() - (id + 10) * minuteMs },
    })),
  )
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
  for (let round = 0; round < 3; round += 1) await run()
  const { rows } = await sql<{ used: number }>`
    select used from platform_spending where budget_id = ${connectionId}`.execute(database)
  expect(stand.billed.reads).toBeLessThanOrEqual(most)
  // A page of ten posts and their authors must fit.
  expect(stand.billed.reads).toBeGreaterThan(most - 20)
  expect(rows).toEqual([{ used: stand.billed.reads }])
  expect((await run()).searches).toMatchObject([{ error: expect.stringContaining('budget is used up') }])
})
