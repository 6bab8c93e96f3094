import { randomUUID } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { takeModelCall } from '@signalpost/database/searching'
import type { FoundItem } from '@signalpost/domain'
import type { JudgedListener } from '@signalpost/judge'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { type RerankReply, scoring, startReranker } from '../test-support/start-reranker.ts'
import { createReranking, type RerankOutcome } from './create-reranking.ts'

const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['help desk', 'crm'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
}

let model: Awaited<ReturnType<typeof startReranker>>
let reply: RerankReply
let atMs: number
let outcomes: RerankOutcome[]

beforeAll(async () => {
  model = await startReranker(() => reply)
})
afterAll(() => model.stop())
beforeEach(() => {
  reply = scoring(() => 0.7)
  atMs = Date.parse('2026-11-20T12:00:00.000Z')
  outcomes = []
  model.asked.length = 0
})

function itemOf(index: number, text = 'We answer mails by hand.'): FoundItem {
  return {
    ...{ platform: 'reddit', key: `r${index}`, url: `https://www.reddit.com/comments/r${index}` },
    ...{ title: `Post ${index}`, text, coverage: 'full_text', foundByQuery: 'mails' },
  }
}

function open(
  database: Database,
  { dailyCalls = 200, orgId = `org_${randomUUID()}`, key = 'sk-secret' } = {},
) {
  const settings = { url: model.url, key, model: 'small', dailyCalls, bar: 0.5 }
  const { ask } = createReranking({
    ...{ database, model: settings, nowMs: () => atMs, timeoutMs: 500 },
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  return (items: readonly FoundItem[] = [itemOf(1)]) =>
    ask({ orgId, items, listener, signal: new AbortController().signal })
}

test('asks in the shape that rerank models share, twenty posts a call, each cut to 1,500 letters', async ({
  connection: { database },
}) => {
  reply = scoring((document) => Number(/\d+/.exec(document)?.[0]) / 100)
  const items = Array.from({ length: 45 }, (_, index) => itemOf(index, '\u{1F600}'.repeat(2_000)))
  const scores = await open(database)(items)
  expect(items.map((item) => scores.get(item))).toEqual(items.map((_, index) => index / 100))
  expect(model.asked.map(({ documents, top_n: most }) => [documents.length, most])).toEqual([
    [20, 20],
    [20, 20],
    [5, 5],
  ])
  const [first] = model.asked
  expect(first).toMatchObject({
    ...{ path: '/v1/rerank', authorization: 'Bearer sk-secret', model: 'small' },
    query: 'find customers: help desk, crm',
  })
  for (const document of first?.documents ?? []) {
    expect(Array.from(document).length).toBeLessThanOrEqual(1_500)
    expect(document.isWellFormed()).toBe(true)
  }
  expect(outcomes).toEqual(['used', 'used', 'used'])
})

test('keeps four significant digits of a score, however small', async ({ connection: { database } }) => {
  const given = [0.876_543_21, 0.000_012_345_6, -11.123_456, 1]
  reply = scoring((document) => given[Number(/\d+/.exec(document)?.[0])] ?? Number.NaN)
  const items = given.map((_, index) => itemOf(index))
  const scores = await open(database)(items)
  expect(items.map((item) => scores.get(item))).toEqual([0.8765, 0.00001235, -11.12, 1])
})

describe('without a usable answer no post has a score', () => {
  const results = (...all: unknown[]) => ({ results: all })
  test.for<[string, RerankReply]>([
    ['text that is no JSON', () => 'Post 1 is great!'],
    ['JSON of another shape', () => ({ data: [{ index: 0, score: 1 }] })],
    ['a document that was not sent', () => results({ index: 1, relevance_score: 1 })],
    ['a negative index', () => results({ index: -1, relevance_score: 1 })],
    ['an index that is no whole number', () => results({ index: 0.5, relevance_score: 1 })],
    ['a document twice', () => results({ index: 0, relevance_score: 1 }, { index: 0, relevance_score: 0 })],
    ['a score that is NaN', () => '{"results":[{"index":0,"relevance_score":NaN}]}'],
    ['a score that is null', () => results({ index: 0, relevance_score: null })],
    ['an endless score', () => '{"results":[{"index":0,"relevance_score":1e999}]}'],
    ['a score that is text', () => results({ index: 0, relevance_score: '0.9' })],
    ['a 429', (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end('{}')],
    ['an error', (_, response) => void response.writeHead(500).end('sk-secret')],
    ['silence', () => undefined],
    ['a closed connection', (_, response) => void response.destroy()],
    ['an endless answer', (_, response) => void response.end('x'.repeat(300_000))],
  ])('%s', async ([, answer], { connection: { database } }) => {
    reply = answer
    expect(await open(database)()).toEqual(new Map())
    expect(outcomes).toEqual(['failed'])
  })
})

test('a workspace asks as often as its day allows, whichever process asks, apart from the language model', async ({
  connection: { database },
}) => {
  const orgId = `org_${randomUUID()}`
  await takeModelCall(database, { orgId, kind: 'opinion', most: 200 })
  const copies = [open(database, { orgId, dailyCalls: 3 }), open(database, { orgId, dailyCalls: 3 })]
  await Promise.all([...copies, ...copies, ...copies].map((ask) => ask()))
  expect(model.asked).toHaveLength(3)
  expect(outcomes.toSorted()).toEqual(['budget', 'budget', 'budget', 'used', 'used', 'used'])
  await open(database, { dailyCalls: 0 })()
  expect(outcomes.at(-1)).toBe('budget')
})

test('after five failures in a row nothing is asked for five minutes', async ({
  connection: { database },
}) => {
  const ask = open(database)
  reply = () => 'no JSON'
  for (let count = 0; count < 7; count += 1) await ask()
  expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'paused', 'paused'])
  expect(model.asked).toHaveLength(5)
  atMs += 5 * 60_000
  reply = scoring(() => 0.7)
  expect((await ask()).size).toBe(1)
})
