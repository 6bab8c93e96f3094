import type { Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import {
  findWeights,
  keepFinds,
  type ListenerReference,
  leaseListener,
  resetWeights,
  saveWeights,
  setWeightsFrozen,
} from '@signalpost/database/searching'
import { dayMs } from '@signalpost/domain'
import { type FindFeatures, priorWeights } from '@signalpost/judge'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { makeDueListener, waitingFind } from '../test-support/make-listener.ts'
import { learn, readLearned } from './learn.ts'

const points = {
  ...{ purchaseIntent: 15, fit: 10, urgency: 5, recency: 5 },
  ...{ commercialValue: 5, evidenceQuality: 5, multiSignal: 1 },
}

/** Keeps finds of which every second names the keyword `crm`, the others `cms`. */
async function stage(database: Database, count: number) {
  const listener = await makeDueListener(database, { queries: [], boards: [] })
  const lease = await leaseListener(database, { ...listener, leaseMs: dayMs })
  const finds = Array.from({ length: count }, (_, index) => ({
    ...waitingFind(String(index)),
    features: {
      ...{ points, keywords: [index % 2 === 0 ? 'crm' : 'cms'], label: 'relevant' },
      ...{ platform: 'hackernews', propensity: 1 },
    } satisfies FindFeatures,
  }))
  await keepFinds(database, {
    ...{ ...listener, token: lease?.token ?? '', searchId: 'none' },
    ...{ finds, cursor: null, history: null },
  })
  const judge = (verdictOf: (index: number) => 'good' | 'bad' | null) => {
    const events = finds.map(({ signalId }, index) => ({
      ...{ orgId: listener.orgId, idPrefix: 'svc_' as const, type: 'signal.feedback' as const },
      dataAt: (at: string) => {
        const verdict = verdictOf(index)
        return { signalId, feedback: verdict === null ? null : { verdict, at } }
      },
    }))
    return database
      .transaction()
      .execute((transaction) => writeEvents(transaction, events, { nowMs: Date.now() }))
  }
  const services = { database, nowMs: Date.now }
  return {
    ...{ listener, judge },
    learn: () => learn(services, listener),
    look: () => readLearned(services, listener),
  }
}

async function ageRefit(database: Database, { orgId }: ListenerReference): Promise<void> {
  await sql`
    update listener_weights set refitted_at = refitted_at - interval '1 day' where org_id = ${orgId}`.execute(
    database,
  )
}

const byKeyword = (index: number) => (index % 2 === 0 ? 'good' : 'bad')

test('learns from verdicts, and forgets those taken back', async ({ database }) => {
  const { listener, judge, learn } = await stage(database, 20)
  expect(await learn()).toMatchObject({ weights: priorWeights(), isNew: false })
  await judge(byKeyword)
  const { weights, lessons, isNew } = await learn()
  expect([lessons.length, isNew]).toEqual([20, true])
  expect(weights.pointsByKeyword.cms).toBeLessThan(-6)
  expect(weights.pointsByKeyword.crm).toBeGreaterThan(5)
  expect(await findWeights(database, listener)).toMatchObject({ weights, verdicts: 20, isFrozen: false })
  await judge(() => null)
  expect(await learn()).toMatchObject({ weights: priorWeights(), lessons: [], isNew: true })
  expect(await learn()).toMatchObject({ weights: priorWeights(), isNew: false })
})

test('every look sees the verdicts given until then, and stores nothing', async ({ database }) => {
  const { listener, judge, look } = await stage(database, 20)
  await judge((index) => (index < 16 ? byKeyword(index) : null))
  expect((await look()).weights.verdicts).toBe(16)
  await judge((index) => (index < 17 ? byKeyword(index) : null))
  const { weights } = await look()
  expect(weights.verdicts).toBe(17)
  // Another look fits nothing again.
  expect((await look()).weights).toBe(weights)
  expect(await findWeights(database, listener)).toBeUndefined()
})

test('learns from a verdict that was turned, and again from the same ones a day later', async ({
  database,
}) => {
  const { listener, judge, learn } = await stage(database, 20)
  await judge(byKeyword)
  const { weights: before } = await learn()
  expect((await learn()).isNew).toBe(false)
  await judge((index) => (index === 0 ? 'bad' : byKeyword(index)))
  const turned = await learn()
  expect(turned.isNew).toBe(true)
  expect(turned.weights.pointsByKeyword).not.toEqual(before.pointsByKeyword)
  expect((await learn()).isNew).toBe(false)
  await ageRefit(database, listener)
  expect((await learn()).isNew).toBe(true)
})

test('a listener whose weights are frozen keeps them', async ({ database }) => {
  const { listener, judge, learn } = await stage(database, 20)
  const weights = { ...priorWeights(), pointsByKeyword: { crm: 3 } }
  await saveWeights(database, { ...listener, weights, verdicts: 12 })
  await database
    .transaction()
    .execute((transaction) => setWeightsFrozen(transaction, { ...listener, isFrozen: true }))
  await judge(byKeyword)
  expect(await learn()).toMatchObject({ weights, isNew: false })
  expect(await findWeights(database, listener)).toMatchObject({ weights, verdicts: 12 })
})

test('a listener that forgot learns from the verdicts given later alone', async ({ database }) => {
  const { listener, judge, learn, look } = await stage(database, 40)
  await judge((index) => (index < 20 ? byKeyword(index) : null))
  expect((await learn()).weights.verdicts).toBe(20)
  await database.transaction().execute((transaction) => resetWeights(transaction, listener))
  expect(await look()).toMatchObject({ weights: priorWeights(), lessons: [], isNew: false })
  await judge((index) => (index < 20 ? 'bad' : byKeyword(index)))
  expect((await look()).lessons).toHaveLength(40)
})

test('a run that fitted the verdicts before a reset and stores them after it leaves nothing', async ({
  database,
}) => {
  const { listener, judge, learn, look } = await stage(database, 20)
  await judge(byKeyword)
  const { weights } = await look()
  await database.transaction().execute((transaction) => resetWeights(transaction, listener))
  await saveWeights(database, { ...listener, weights, verdicts: 20 })
  expect((await look()).weights).toMatchObject(priorWeights())
  expect((await learn()).weights).toMatchObject(priorWeights())
})

test('the verdicts of another listener teach it nothing', async ({ database }) => {
  const { learn } = await stage(database, 20)
  const other = await stage(database, 20)
  await other.judge(byKeyword)
  expect(await learn()).toMatchObject({ weights: priorWeights(), lessons: [], isNew: false })
})
