import type { Database } from '@signalpost/database'
import { claimFinds, listSearches, planSearches } from '@signalpost/database/searching'
import { type FoundItem, instantOf, type Listener } from '@signalpost/domain'
import { emptyHistory, priorWeights } from '@signalpost/judge'
import { createOutgoing } from '@signalpost/outgoing'
import type { PlatformSearch } from '@signalpost/platforms'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { processJudging } from '../judging/create-judging.ts'
import { makeListener } from '../test-support/make-listener.ts'
import { type Answer, startStandIn } from '../test-support/start-stand-in.ts'
import type { ListenerRun } from './listener-run.ts'
import type { RunnableSearch } from './plan-run.ts'
import { createRunCosts } from './run-costs.ts'
import { runSearch } from './run-search.ts'

const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const listener: Listener = {
  ...{ id: 'lsn_1', orgId: 'org_1', name: 'CRM', mode: 'market', objective: 'Sell a CRM', schedule: null },
  ...{ signalCount: 0, keywords: ['crm'], exclusions: [], queries: [], sensitivity: 'balanced' },
  profile: { targetRoles: [] },
  scheduler: { state: 'idle', lastRunAt: null, nextRunAt: null, lastError: null },
  ...{ createdAt: instantOf(nowMs), updatedAt: instantOf(nowMs) },
}

afterAll(() => outgoing.close())

/** A platform whose answer is a list of keys; `most` requests a day. */
function searchOf(url: string, most: number): PlatformSearch {
  return {
    ...{ needsBoard: false, leastIntervalMs: 60_000, retention: null },
    budget: [{ unit: 'request', most, windowMs: 86_400_000 }],
    start: () => ({
      method: 'GET',
      url: `${url}/search`,
      headers: {},
      unit: 'request',
      cost: 1,
      state: null,
    }),
    read: ({ status, headers, body }) => {
      if (status === 429) {
        return {
          fault: 'throttled',
          retryAfterMs: Number(headers['retry-after']) * 1000,
          message: 'Slow down.',
        }
      }
      if (status !== 200) return { fault: 'broken', message: 'No answer.' }
      const keys = JSON.parse(body) as string[] // the cast: the stand-in's own answer
      return { items: keys.map(itemOf), dropped: [], next: null, cursor: { last: keys.at(-1) ?? null } }
    },
    authorize: () => ({}),
  }
}

function itemOf(key: string): FoundItem {
  const subject = key.startsWith('noise') ? 'lunch' : 'a CRM'
  return {
    ...{ platform: 'hackernews', key, url: `https://news.example.com/${key}`, title: key },
    text: `Can anyone recommend ${subject}? We are looking for one and need it by friday, as soon as possible.`,
    ...{ coverage: 'full_text', foundByQuery: 'crm', publishedAt: instantOf(nowMs) },
  }
}

/** Leases a listener with one search, and returns what runs that search once. */
async function prepare(database: Database, answerTo: () => Answer, { most = 1_000 } = {}) {
  const stand = await startStandIn(answerTo)
  const { orgId, listenerId, token } = await makeListener(database)
  const search: RunnableSearch = {
    ...{ searchId: 'sch_1', platform: 'hackernews', query: 'crm', board: null },
    search: searchOf(stand.url, most),
  }
  const [state] = await planSearches(database, { orgId, listenerId, searches: [search] })
  const run: ListenerRun = {
    ...{
      orgId,
      listenerId,
      listener,
      seed: 'seed',
      token,
      weights: priorWeights(),
      history: emptyHistory(),
      chosenBar: undefined,
      costs: createRunCosts(),
      reranked: 0,
      deadly: undefined,
      judging: processJudging,
      met: new Set(),
      database,
    },
    nowMs: () => nowMs,
  }
  const access = {
    ...{
      budgetId: orgId,
      isShared: false,
      budget: null,
      baseUrl: undefined,
      secrets: {},
      search: search.search,
    },
  }
  const once = () =>
    runSearch(
      run,
      { ...search, failures: state?.failures ?? 0, cursor: null },
      {
        ...{
          access,
          outgoing,
          freshMs: 0,
          sinceMs: 0,
          room: 200,
          onAsked: () => undefined,
          onSkipped: () => undefined,
        },
        signal: new AbortController().signal,
      },
    )
  return { once, run, orgId, listenerId, stand }
}

test('keeps what it finds with the cursor behind it, and finds nothing twice', async ({ database }) => {
  let keys = ['one', 'noise']
  const { once, orgId, listenerId, stand } = await prepare(database, () => ({ status: 200, body: keys }))
  expect((await once()).items).toMatchObject([
    { title: 'one', kept: true, classification: 'high_intent' },
    { title: 'noise', kept: false, relevanceScore: null, reason: 'No keyword of the plan is in the post.' },
  ])
  expect(await listSearches(database, { orgId, listenerId })).toMatchObject([{ cursor: { last: 'noise' } }])
  keys = ['one', 'two']
  expect((await once()).report).toMatchObject({ fetched: 2, kept: 1, error: null })
  const claim = await claimFinds(database, { limit: 10, maxBytes: 100_000, claimMs: 60_000 })
  expect(claim?.finds.map(({ dedupeKey }) => dedupeKey)).toEqual(['one', 'two'])
  const [event] = (claim?.finds ?? []).map((find) => JSON.parse(find.event))
  expect(event).toMatchObject({
    ...{ type: 'signal.created', orgId, occurredAt: '2026-11-20T09:00:00.000Z' },
    data: { signal: { dedupeKey: 'one', listenerId, scoreVersion: 3, source: 'hackernews' } },
  })
  await stand.stop()
})

test('keeps nothing and moves nothing once another process has the lease', async ({ database }) => {
  const { once, run, orgId, listenerId, stand } = await prepare(database, () => ({
    status: 200,
    body: ['one'],
  }))
  run.token = '00000000-0000-4000-8000-000000000000'
  await expect(once()).rejects.toThrow('lease')
  expect(await listSearches(database, { orgId, listenerId })).toMatchObject([{ cursor: null }])
  expect(await claimFinds(database, { limit: 10, maxBytes: 100_000, claimMs: 1 })).toBeUndefined()
  await stand.stop()
})

test('asks nothing before the time that a platform named', async ({ database }) => {
  const throttled = { status: 429, headers: { 'retry-after': '600' } }
  const { once, orgId, listenerId, stand } = await prepare(database, () => throttled)
  expect((await once()).fault).toBe('throttled')
  expect((await once()).report).toMatchObject({
    error: expect.stringContaining('Slow down. Nothing is asked for'),
  })
  expect(stand.received).toHaveLength(1)
  expect(await listSearches(database, { orgId, listenerId })).toMatchObject([
    { failures: 2, lastError: expect.stringContaining('Slow down.'), blockedUntil: expect.any(Date) },
  ])
  await stand.stop()
})

test('never asks past its budget', async ({ database }) => {
  const { once, stand } = await prepare(database, () => ({ status: 200, body: [] }), { most: 2 })
  const faults = [await once(), await once(), await once()].map(({ fault }) => fault)
  expect(faults).toEqual([undefined, undefined, 'exhausted'])
  expect(stand.received).toHaveLength(2)
  await stand.stop()
})

test('asks again on the condition that the answer changed, and reads the known one if it did not', async ({
  database,
}) => {
  let answer: Answer = { status: 200, headers: { etag: '"v1"' }, body: ['one'] }
  const { once, stand } = await prepare(database, () => answer)
  await once()
  answer = { status: 304 }
  expect((await once()).report).toMatchObject({ fetched: 1, kept: 0, error: null })
  expect(stand.received.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"'])
  await stand.stop()
})

test('asks a language model once about each find that reaches the bar or is near it', async ({
  database,
}) => {
  const keys = ['one', 'noise', 'two']
  const { once, run, stand } = await prepare(database, () => ({ status: 200, body: [...keys, 'one'] }))
  const asked: string[] = []
  run.askOpinion = async ({ orgId, item, judgement }) => {
    asked.push(item.key)
    expect(orgId).toBe(run.orgId)
    expect(judgement.labels).toContain('content')
    const points = { purchaseIntent: -6, fit: 0, urgency: 0 }
    return item.key === 'one'
      ? { classification: 'content', points, evidence: 'anyone recommend' }
      : undefined
  }
  const { items } = await once()
  expect(asked).toEqual(['one', 'two'])
  const [one, , two] = items
  expect(one).toMatchObject({ title: 'one', kept: true, classification: 'content' })
  expect(two).toMatchObject({ title: 'two', kept: true, classification: 'high_intent' })
  expect(one?.relevanceScore).toBe((two?.relevanceScore ?? 0) - 6)
  await stand.stop()
})

test('asks no language model about what is far below the bar', async ({ database }) => {
  const { once, run, stand } = await prepare(database, () => ({ status: 200, body: ['one'] }))
  run.listener = { ...run.listener, sensitivity: 'low' }
  run.nowMs = () => nowMs + 40 * 86_400_000
  run.weights = priorWeights()
  const asked: string[] = []
  run.askOpinion = async ({ item }) => void asked.push(item.key)
  const [{ relevanceScore } = expect.unreachable('nothing was found')] = (await once()).items
  expect(relevanceScore).toBeLessThan(50)
  expect(asked).toEqual([])
  await stand.stop()
})
