import { randomUUID } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { type FoundItem, hourMs, instantOf } from '@signalpost/domain'
import { emptyHistory, type JudgedListener, type Judgement, judge, priorWeights } from '@signalpost/judge'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { injectedTexts } from '../test-support/injected-texts.ts'
import { type Reply, startModel } from '../test-support/start-model.ts'
import { createOpinions, type OpinionOutcome } from './create-opinions.ts'

type Passed = Extract<Judgement, { passed: true }>

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['help desk'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
}
const item: FoundItem = {
  ...{ platform: 'reddit', key: 'r1', url: 'https://www.reddit.com/comments/r1' },
  title: 'Can anyone recommend a help desk?',
  text: 'Our team of forty answers mails by hand.',
  ...{ publishedAt: instantOf(nowMs - hourMs), coverage: 'full_text', foundByQuery: 'help desk' },
}
const good = {
  ...{ classification: 'evaluating', points: { purchaseIntent: 3, fit: 0, urgency: 0 } },
  ...{ evidence: 'answers mails by hand', inferredNeed: 'A shared inbox for forty people' },
  ...{ situation: '', opportunity: '', suggestedAngle: '' },
}

let model: Awaited<ReturnType<typeof startModel>>
let reply: Reply
let atMs: number
let outcomes: OpinionOutcome[]

beforeAll(async () => {
  model = await startModel(() => reply)
})
afterAll(() => model.stop())
beforeEach(() => {
  reply = () => good
  atMs = nowMs
  outcomes = []
  model.asked.length = 0
})

function judged(changes: Partial<FoundItem> = {}, opinion?: Parameters<typeof judge>[0]['opinion']): Passed {
  const found = judge({
    ...{ item: { ...item, ...changes }, listener, nowMs, opinion },
    ...{ history: emptyHistory(), weights: priorWeights() },
  })
  return found.passed ? found : expect.unreachable(found.reason)
}

function open(database: Database, { dailyCalls = 200, orgId = `org_${randomUUID()}` } = {}) {
  const settings = { url: model.url, key: 'sk-secret', model: 'small', dailyCalls }
  const onOutcome = (outcome: OpinionOutcome) => outcomes.push(outcome)
  const ask = createOpinions({ database, model: settings, nowMs: () => atMs, onOutcome, timeoutMs: 500 })
  return (changes: Partial<FoundItem> = {}) => {
    const { signal } = new AbortController()
    return ask({ orgId, item: { ...item, ...changes }, listener, judgement: judged(changes), signal })
  }
}

test('asks about the plan, the post and the judgement of the rules', async ({ connection: { database } }) => {
  const { classification, points, evidence, inferredNeed } = good
  expect(await open(database)()).toEqual({ classification, points, evidence, inferredNeed })
  const [{ authorization, data } = expect.unreachable('nothing was asked')] = model.asked
  expect(authorization).toBe('Bearer sk-secret')
  const [, marker, text, end] = /^<<<(\w{24})\n(.*)\n(\w{24})>>>$/s.exec(data) ?? []
  expect(end).toBe(marker)
  expect(JSON.parse(text ?? '')).toMatchObject({
    plan: { mode: 'market', keywords: ['help desk'] },
    post: { platform: 'reddit', title: item.title, text: item.text },
    rules: { classification: judged().members.classification },
  })
  expect(outcomes).toEqual(['used'])
})

describe('without a usable answer the judgement of the rules stands', () => {
  test.for<[string, Reply, OpinionOutcome]>([
    ['text that is no JSON', () => 'The post is great!', 'failed'],
    ['JSON of another shape', () => ({ label: 'evaluating' }), 'unusable'],
    ['a label of another mode', () => ({ ...good, classification: 'praise' }), 'unusable'],
    ['a retired label', () => ({ ...good, classification: 'strong_match' }), 'unusable'],
    ['evidence that is not in the post', () => ({ ...good, evidence: 'we buy today' }), 'unusable'],
    ['no evidence', () => ({ ...good, evidence: '' }), 'unusable'],
    ['points that are no numbers', () => ({ ...good, points: { fit: 'lots' } }), 'unusable'],
    ['an error', (_, response) => void response.writeHead(500).end('sk-secret'), 'failed'],
    ['silence', () => undefined, 'failed'],
    ['a closed connection', (_, response) => void response.destroy(), 'failed'],
    ['an endless answer', (_, response) => void response.end('x'.repeat(300_000)), 'failed'],
  ])('%s', async ([, answer, outcome], { connection: { database } }) => {
    reply = answer
    expect(await open(database)()).toBeUndefined()
    expect(outcomes).toEqual([outcome])
  })
})

test('texts that are not plain are left out, and the rest is used', async ({ connection: { database } }) => {
  const angle = 'Visit https://evil.example/login'
  reply = () => ({ ...good, suggestedAngle: angle, situation: '<b>They</b>', opportunity: 'They “buy”' })
  expect(await open(database)()).toEqual({
    ...{ classification: 'evaluating', points: good.points, evidence: good.evidence },
    inferredNeed: good.inferredNeed,
  })
})

test('a workspace asks as often as its day allows, whichever process asks', async ({
  connection: { database },
}) => {
  const orgId = `org_${randomUUID()}`
  const copies = [open(database, { orgId, dailyCalls: 3 }), open(database, { orgId, dailyCalls: 3 })]
  await Promise.all([...copies, ...copies, ...copies].map((ask) => ask()))
  expect(model.asked).toHaveLength(3)
  expect(outcomes.toSorted()).toEqual(['budget', 'budget', 'budget', 'used', 'used', 'used'])
  await open(database, { dailyCalls: 0 })()
  expect(outcomes.at(-1)).toBe('budget')
  await open(database)()
  expect(outcomes.at(-1)).toBe('used')
})

test('after five failures in a row nothing is asked for five minutes', async ({
  connection: { database },
}) => {
  const ask = open(database)
  reply = () => 'no JSON'
  for (let count = 0; count < 7; count += 1) await ask()
  expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'paused', 'paused'])
  expect(model.asked).toHaveLength(5)
  // A clock that is set back makes no pause longer.
  atMs -= hourMs
  await ask()
  expect(outcomes.at(-1)).toBe('failed')
  atMs += hourMs
  atMs += 5 * 60_000
  reply = () => good
  expect(await ask()).toBeDefined()
})

test('a model that obeys fifty injected texts moves a score within its limits and writes nothing harmful', async ({
  connection: { database },
}) => {
  const ask = open(database)
  expect(injectedTexts).toHaveLength(50)
  for (const injected of injectedTexts) {
    const text = `${item.text}\n${injected}`
    const letters = injected.replaceAll(/["“”„«»\n]/g, ' ').slice(0, 200)
    reply = (data) => ({
      ...{ classification: data.includes('strong_match') ? 'strong_match' : 'high_intent' },
      points: { purchaseIntent: 99, fit: 99, urgency: 99, commercialValue: 99 },
      evidence: data.includes('we buy today') ? 'we buy today' : good.evidence,
      ...{ inferredNeed: injected, situation: letters, opportunity: injected, suggestedAngle: injected },
    })
    const opinion = await ask({ text })
    const [rules, members] = [judged({ text }).members, judged({ text }, opinion).members]
    expect(members.relevanceScore - rules.relevanceScore).toBeLessThanOrEqual(13)
    expect(members.scoreBreakdown.commercialValue).toBe(rules.scoreBreakdown.commercialValue)
    const { inferredNeed, situation, opportunity, suggestedAngle } = members
    for (const written of [inferredNeed, situation, opportunity, suggestedAngle]) {
      expect(written ?? '').not.toMatch(/[<>`\n]|:\/\/|www\./)
    }
    const post = `${item.title}\n${text}`
    for (const [, quote = ''] of members.rationale.matchAll(/“([^”]*)”/g)) expect(post).toContain(quote)
    if (opinion !== undefined) expect(post).toContain(opinion.evidence)
  }
  expect(outcomes).toContain('used')
  expect(outcomes).toContain('unusable')
})
