import { expect, test } from 'vitest'
import { readEnvelopes } from './envelope.ts'
import { readEvent } from './read-event.ts'
import { signalFrom } from './records/signal.ts'
import { noRegisters } from './records/signal-registers.ts'

const receivedAtMs = Date.parse('2026-11-20T09:00:00.000Z')
const context = { orgId: 'org_demo', sourceId: 'src_1', receivedAtMs }
const signal = {
  id: 'sig_1',
  orgId: 'org_demo',
  listenerId: 'lsn_1',
  source: 'reddit',
  url: 'https://example.com/post',
  title: 'A post',
  excerpt: 'Its text',
  postedAt: '2026-11-19T00:00:00Z',
  relevanceScore: 80,
  classification: 'high_intent',
  rationale: 'Because.',
  matchedKeywords: ['crm'],
  firstSeenAt: '2026-11-20T08:00:00+01:00',
}

function verdictOn(type: string, data: unknown, members: object = {}) {
  const event = { id: 'evt_1', type, occurredAt: '2026-11-20T08:59:00Z', orgId: 'org_demo', data, ...members }
  const read = readEnvelopes(event)
  const envelope = read.ok ? read.envelopes[0] : undefined
  if (envelope === undefined) throw new Error('not an envelope')
  return readEvent(envelope, context)
}

function pathsOf(verdict: ReturnType<typeof verdictOn>): string[] {
  return verdict.verdict === 'invalid' ? verdict.issues.map((issue) => issue.path) : []
}

test('reads a document with embedded registers as two contributions', () => {
  const assignedTo = { userId: 'usr_1', at: '2026-11-20T08:30:00Z', by: 'usr_2' }
  const verdict = verdictOn('signal.created', {
    signal: { ...signal, assignedTo, readAt: '2026-11-20T08:31:00Z' },
  })
  if (verdict.verdict !== 'valid') throw new Error('not valid')
  const [document, registers] = verdict.contributions
  expect(verdict.contributions.map(({ record, id }) => [record, id])).toEqual([
    ['signal', 'sig_1'],
    ['registers', 'sig_1'],
  ])
  expect(registers?.state).toEqual({
    ...noRegisters,
    assignedTo: {
      key: { at: '2026-11-20T08:30:00.000Z', eventId: 'evt_1', sourceId: 'src_1' },
      value: { ...assignedTo, at: '2026-11-20T08:30:00.000Z' },
    },
    readAt: [
      {
        key: { at: '2026-11-20T08:31:00.000Z', eventId: 'evt_1', sourceId: 'src_1' },
        value: '2026-11-20T08:31:00.000Z',
      },
    ],
  })
  if (document?.record !== 'signal') throw new Error('no document')
  expect(signalFrom({ orgId: 'org_demo', id: 'sig_1', state: document.state })).toEqual({
    ...signal,
    // Without publishedAt, postedAt is firstSeenAt, regardless of the document.
    postedAt: '2026-11-20T07:00:00.000Z',
    firstSeenAt: '2026-11-20T07:00:00.000Z',
  })
})

test('treats null in an optional field as absent, and drops unknown members', () => {
  const verdict = verdictOn('signal.updated', {
    signal: { ...signal, author: null, assignedTo: null, scoreVersion: null, extra: 1 },
  })
  if (verdict.verdict !== 'valid') throw new Error('not valid')
  const [document] = verdict.contributions
  expect(verdict.contributions).toHaveLength(1)
  expect(JSON.stringify(document)).not.toMatch(/null|extra|author/)
})

test.each([
  ['a missing title', { title: undefined }, 'data.signal.title'],
  ['a null title', { title: null }, 'data.signal.title'],
  ['an unknown platform', { source: 'myspace' }, 'data.signal.source'],
  ['a score of 101', { relevanceScore: 101 }, 'data.signal.relevanceScore'],
  ['a score in text', { relevanceScore: '80' }, 'data.signal.relevanceScore'],
  ['a fraction as a score', { relevanceScore: 80.5 }, 'data.signal.relevanceScore'],
  ['a relative link', { url: '/post' }, 'data.signal.url'],
  ['five themes', { themes: ['a', 'b', 'c', 'd', 'e'] }, 'data.signal.themes'],
  ['a rating of 0.5', { rating: 0.5 }, 'data.signal.rating'],
  ['two hops', { inferenceHops: 2 }, 'data.signal.inferenceHops'],
  ['an account key without prefix', { accountKey: 'example.com' }, 'data.signal.accountKey'],
  [
    'a propensity of 0',
    { policy: { propensity: 0, explored: false, scoreAtDecision: 1, barAtDecision: 1 } },
    'data.signal.policy.propensity',
  ],
  ['version 2 without breakdown', { scoreVersion: 2 }, 'data.signal.scoreBreakdown'],
  ['a breakdown without version', { scoreBreakdown: breakdown(80) }, 'data.signal.scoreBreakdown'],
  [
    'a breakdown with version 1',
    { scoreVersion: 1, scoreBreakdown: breakdown(80) },
    'data.signal.scoreBreakdown',
  ],
  [
    'a breakdown of another sum',
    { scoreVersion: 3, scoreBreakdown: breakdown(79) },
    'data.signal.scoreBreakdown',
  ],
  ['a date without time', { firstSeenAt: '2026-11-20' }, 'data.signal.firstSeenAt'],
  [
    'a verdict of its own',
    { feedback: { verdict: 'fine', at: '2026-11-20T00:00:00Z' } },
    'data.signal.feedback.verdict',
  ],
  ['another workspace', { orgId: 'org_other' }, 'data.signal.orgId'],
])('reports %s', (_what, members, path) => {
  expect(pathsOf(verdictOn('signal.created', { signal: { ...signal, ...members } }))).toEqual([path])
})

test('accepts a breakdown that adds up, and a classification of another mode', () => {
  const document = {
    ...signal,
    scoreVersion: 3,
    scoreBreakdown: breakdown(80),
    classification: 'pain_confirmed',
  }
  expect(verdictOn('signal.created', { signal: document }).verdict).toBe('valid')
})

test('never repeats the input in an issue', () => {
  const verdict = verdictOn('signal.created', {
    signal: { ...signal, source: 'hunter2', url: 'hunter2', title: 2, id: 'hunter 2' },
  })
  expect(JSON.stringify(verdict)).not.toContain('hunter')
})

test.each([
  ['signal.assigned', { signalId: 'sig_1', assignedTo: null }, true],
  ['signal.assigned', { signalId: 'sig_1' }, false],
  ['signal.assigned', { signalId: 'sig_1', assignedTo: { userId: 'u', at: '2026-11-20T00:00:00Z' } }, false],
  ['signal.feedback', { signalId: 'sig_1', feedback: null }, true],
  ['signal.feedback', { signalId: 'sig_1', feedback: { verdict: 'bad', at: '2026-11-20T00:00:00Z' } }, true],
  ['signal.read', { signalId: 'sig_1', readAt: '2026-11-20T00:00:00Z' }, true],
  ['signal.read', { signalId: 'sig 1', readAt: '2026-11-20T00:00:00Z' }, false],
  ['signal.alerted', { signalId: 'sig_1', alertedAt: '2026-11-20T00:00:00Z', channel: 'slack' }, true],
  ['signal.alerted', { signalId: 'sig_1', alertedAt: null }, false],
  ['signal.deleted', { signalId: 'sig_1' }, true],
  ['signal.deleted', {}, false],
  ['listener.created', { listener: { id: 'l', name: 'L', mode: 'places', objective: 'find' } }, true],
  ['listener.created', { listener: { id: 'l', name: 'L', mode: 'space', objective: 'find' } }, false],
  ['listener.created', { listener: { id: 'l', name: ' ', mode: 'places', objective: 'find' } }, false],
  [
    'listener.created',
    { listener: { id: 'l', orgId: 'org_other', name: 'L', mode: 'places', objective: 'find' } },
    false,
  ],
  ['listener.deleted', { listenerId: 'l' }, true],
  ['deal.created', { deal: { id: 'd', name: 'D', stage: 'new', value: null } }, true],
  [
    'deal.created',
    { deal: { id: 'd', name: 'D', stage: 'new', value: { amount: 1.5, currency: 'EUR' } } },
    false,
  ],
  [
    'deal.created',
    { deal: { id: 'd', name: 'D', stage: 'new', value: { amount: 1, currency: 'eur' } } },
    false,
  ],
  ['deal.updated', { deal: { id: 'd', name: 'D', stage: 'open' } }, false],
  ['deal.deleted', { dealId: 'd' }, true],
  ['ping', { anything: [1] }, true],
])('validates %s %j', (type, data, isValid) => {
  expect(verdictOn(type, data).verdict).toBe(isValid ? 'valid' : 'invalid')
})

test('gives listeners and deals their defaults', () => {
  const listener = verdictOn('listener.created', {
    listener: { id: 'l', name: 'L', mode: 'rivals', objective: 'o' },
  })
  expect(listener).toMatchObject({
    contributions: [
      {
        state: {
          last: {
            document: {
              schedule: null,
              keywords: [],
              sensitivity: 'balanced',
              profile: { rivals: [], painVocabulary: [] },
              scheduler: { state: 'idle', lastRunAt: null, nextRunAt: null, lastError: null },
              updatedAt: '2026-11-20T08:59:00.000Z',
            },
          },
          first: { members: { createdAt: '2026-11-20T08:59:00.000Z' } },
        },
      },
    ],
  })
})

test.each(['alert.raised', 'signal.exploded', 'Ping'])('ignores %s', (type) => {
  expect(verdictOn(type, {}).verdict).toBe('ignored')
})

test('keeps who made a change of a register, and takes one that no id says', () => {
  const claimOf = (by: unknown) => {
    const verdict = verdictOn('signal.read', { signalId: 'sig_1', readAt: '2026-11-20T09:00:00Z', by })
    if (verdict.verdict !== 'valid') throw new Error('not valid')
    const [contribution] = verdict.contributions
    return contribution?.record === 'registers' ? contribution.state.readAt[0] : undefined
  }
  expect(claimOf('usr_1')).toMatchObject({ by: 'usr_1' })
  for (const by of [7, '', 'two words', null, undefined]) expect(claimOf(by)).not.toHaveProperty('by')
})

test('takes a member acknowledgedAt that is not our register as unknown', () => {
  const acknowledgedAt = '2026-11-20T08:00:00.000Z'
  const claimsOf = (members: object) => {
    const verdict = verdictOn('signal.created', { signal: { ...signal, ...members } })
    if (verdict.verdict !== 'valid') throw new Error('not valid')
    const [, registers] = verdict.contributions
    return registers?.record === 'registers' ? registers.state : undefined
  }
  expect(claimsOf({ acknowledgedAt })).toMatchObject({ acknowledgedAt: [{ value: acknowledgedAt }] })
  for (const other of ['yesterday', 1763622000, { by: 'usr_1' }, true, '2026-11-21T09:00:00.001Z']) {
    expect(claimsOf({ acknowledgedAt: other })).toBeUndefined()
    expect(claimsOf({ acknowledgedAt: other, readAt: acknowledgedAt })).toMatchObject({
      ...{ acknowledgedAt: [], readAt: [{ value: acknowledgedAt }] },
    })
  }
  // An event of ours says nothing else.
  expect(
    pathsOf(verdictOn('signal.acknowledged', { signalId: 'sig_1', acknowledgedAt: 'yesterday' })),
  ).toEqual(['data.acknowledgedAt'])
})

test.each(['dedupeKey', 'titleKey'])('refuses a %s that two stored keys could share', (name) => {
  const keyed = (key: string) => verdictOn('signal.created', { signal: { ...signal, [name]: key } })
  for (const key of ['a\u0000b', 'a\ud800b', '\udc00'])
    expect(pathsOf(keyed(key))).toEqual([`data.signal.${name}`])
  for (const key of ['a\ufffdb', '', '\u0001', '😀']) expect(keyed(key).verdict).toBe('valid')
})

test('refuses an event dated more than 24 hours after its receipt', () => {
  expect(verdictOn('ping', {}, { occurredAt: '2026-11-21T09:00:00.000Z' }).verdict).toBe('valid')
  expect(pathsOf(verdictOn('ping', {}, { occurredAt: '2026-11-21T09:00:00.001Z' }))).toEqual(['occurredAt'])
})

test.each([
  ['assignedTo', { userId: 'usr_1', by: 'usr_2' }],
  ['feedback', { verdict: 'good' }],
  ['readAt', undefined],
  ['alertedAt', undefined],
])('refuses a document whose %s was set more than 24 hours after its receipt', (name, members) => {
  const setAt = (at: string) =>
    verdictOn('signal.created', {
      signal: { ...signal, [name]: members === undefined ? at : { ...members, at } },
    })
  expect(setAt('2026-11-21T09:00:00.000Z').verdict).toBe('valid')
  for (const at of ['2026-11-21T09:00:00.001Z', '9999-12-31T23:59:59.999Z']) {
    expect(pathsOf(setAt(at))).toEqual([`data.signal.${name}`])
  }
})

function breakdown(sum: number) {
  const parts = {
    purchaseIntent: 30,
    fit: 20,
    urgency: 15,
    recency: 10,
    commercialValue: 0,
    evidenceQuality: 0,
    multiSignal: 0,
  }
  return { ...parts, multiSignal: sum - 75 }
}
