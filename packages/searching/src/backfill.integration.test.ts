import { listRules } from '@signalpost/database/rules'
import { createConnection } from '@signalpost/database/searching'
import { dayMs, hourMs, indexRules, matchRules, minuteMs, msOf, type Signal } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const days = 30
const everyHours = 3
const oldMs = 72 * hourMs

afterAll(() => outgoing.close())

test('a first run that looks back 30 days alerts no one to posts older than 72 hours', async ({
  database,
  onTestFinished,
}) => {
  const text =
    'Our CRM is down and we need another by friday, asap. We are looking for one and have a budget.'
  const posts = Array.from({ length: (days * 24) / everyHours }, (_, at) => ({
    ...{ id: at + 1, title: 'Recommend a CRM?', text, author: `author${at}` },
    publishedAtMs: Date.now() - at * everyHours * hourMs - minuteMs,
  }))
  const stand = await platformStandIns.hackernews?.(posts)
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const queries = [{ source: 'hackernews' as const, query: '"crm"' }]
  const listener = await makeDueListener(database, { queries, boards: [], backfillMs: days * dayMs })
  const { orgId } = listener
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  await runListener({ database, secretBox, outgoing, nowMs: Date.now }, { ...listener, dry: false })

  const rules = await listRules(database, orgId)
  expect(rules).toMatchObject([{ enabled: true, definition: { mode: 'instant' } }])
  const index = indexRules(
    rules.map(({ ruleId: id, definition, ...rule }) => ({ id, ...rule, ...definition })),
  )
  const { rows } = await sql<{ signal: Signal }>`
    select event::jsonb -> 'data' -> 'signal' as signal from finds
    where org_id = ${orgId} and state = 'waiting'`.execute(database)
  const found = rows.map(({ signal }) => ({
    isOld: Date.now() - msOf(signal.postedAt) > oldMs,
    alerts: matchRules(signal, index).length,
  }))
  expect(found.filter(({ isOld }) => isOld).length).toBeGreaterThan(20)
  expect(found.filter(({ isOld, alerts }) => isOld && alerts > 0)).toEqual([])
  // The same words alert while they are new.
  expect(found.filter(({ isOld, alerts }) => !isOld && alerts > 0).length).toBeGreaterThan(3)
})
