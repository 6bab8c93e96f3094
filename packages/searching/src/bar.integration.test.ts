import {
  createConnection,
  type ListenerReference,
  saveWeights,
  setScheduleBar,
  setWeightsFrozen,
} from '@signalpost/database/searching'
import { priorWeights } from '@signalpost/judge'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })

afterAll(() => outgoing.close())

test('a run asks of a post the bar that a person chose, and more by what verdicts say of its keywords', async ({
  database,
  onTestFinished,
}) => {
  const post = {
    ...{ id: 101, title: 'Can anyone recommend a CRM for a small team?' },
    ...{ text: 'We are looking for a crm this week.', publishedAtMs: Date.now() - 600_000 },
  }
  const stand = await platformStandIns.hackernews?.([post])
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const queries = [{ source: 'hackernews' as const, query: '"crm"' }]
  const listener: ListenerReference = await makeDueListener(database, { queries, boards: [] })
  const place = { orgId: listener.orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const tryWith = async (bar: number | null) => {
    await database.transaction().execute((transaction) => setScheduleBar(transaction, { ...listener, bar }))
    const { items } = await runListener(services, { ...listener, dry: true })
    return items[0]
  }

  const usual = await tryWith(null)
  const score = usual?.relevanceScore ?? 0
  expect(usual?.reason).toBe(`The score of ${score} reaches the bar of 45.`)
  expect(await tryWith(score)).toMatchObject({
    kept: true,
    reason: `The score of ${score} reaches the bar of ${score}.`,
  })
  expect((await tryWith(100))?.reason).toContain(`The score of ${score} is below the bar of 100`)

  const weights = { ...priorWeights(), pointsByKeyword: { crm: -9 } }
  await saveWeights(database, { ...listener, weights, verdicts: 20 })
  await database
    .transaction()
    .execute((transaction) => setWeightsFrozen(transaction, { ...listener, isFrozen: true }))
  expect(await tryWith(40)).toMatchObject({
    relevanceScore: score - 6,
    features: { bar: 40, learned: -6, keywords: ['crm'] },
    reason: `The score of ${score - 6} reaches the bar of 43, 3 higher by verdicts on its keywords.`,
  })
})
