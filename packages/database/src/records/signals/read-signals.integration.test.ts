import { randomBytes } from 'node:crypto'
import { readEvent, type Signal } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { describe, expect } from 'vitest'
import type { Database } from '../../database.ts'
import { mergeContributions } from '../merge/merge-contributions.ts'
import type { SignalFilters, SignalPosition } from './find-candidates.ts'
import { findSignal, listSignals } from './read-signals.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = '2026-11-20T10:00:00.000Z'
let database: Database
let events = 0

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

describe('findSignal', () => {
  test('composes the document and its registers', async () => {
    const stored = await store('org_find', { id: 'composed', scoreVersion: 2, ...breakdown(40) })
    await apply('org_find', 'signal.assigned', {
      signalId: 'composed',
      assignedTo: { userId: 'usr_ada', at, by: 'usr_bob' },
    })
    await apply('org_find', 'signal.feedback', { signalId: 'composed', feedback: { verdict: 'good', at } })
    await apply('org_find', 'signal.read', { signalId: 'composed', readAt: at })
    await apply('org_find', 'signal.alerted', { signalId: 'composed', alertedAt: at })
    expect(await find('org_find', 'composed')).toEqual({
      ...stored,
      assignedTo: { userId: 'usr_ada', at, by: 'usr_bob' },
      feedback: { verdict: 'good', at },
      readAt: at,
      alertedAt: at,
    })
  })

  test('leaves absent what is absent', async () => {
    const stored = await store('org_find', { id: 'plain' })
    expect(await find('org_find', 'plain')).toStrictEqual(stored)
  })

  test('finds neither the missing, the foreign, the deleted nor what has registers only', async () => {
    await store('org_find', { id: 'gone' })
    await apply('org_find', 'signal.deleted', { signalId: 'gone' })
    await apply('org_find', 'signal.read', { signalId: 'registers-only', readAt: at })
    await store('org_other', { id: 'foreign' })
    for (const id of ['missing', 'foreign', 'gone', 'registers-only']) {
      expect(await find('org_find', id)).toBeUndefined()
    }
  })

  test('keeps two workspaces with the same id apart', async () => {
    await store('org_find', { id: 'twin', title: 'ours' })
    await store('org_other', { id: 'twin', title: 'theirs' })
    await apply('org_other', 'signal.read', { signalId: 'twin', readAt: at })
    expect(await find('org_find', 'twin')).toMatchObject({ orgId: 'org_find', title: 'ours' })
    expect(await find('org_find', 'twin')).not.toHaveProperty('readAt')
    expect(await find('org_other', 'twin')).toMatchObject({ orgId: 'org_other', title: 'theirs', readAt: at })
  })
})

describe('listSignals', () => {
  test('orders by score, time and id, descending, ids by their bytes', async () => {
    const org = 'org_order'
    const later = '2026-11-20T11:00:00.000Z'
    await store(org, { id: 'a', relevanceScore: 10 })
    await store(org, { id: 'B', relevanceScore: 50 })
    await store(org, { id: 'b', relevanceScore: 50 })
    await store(org, { id: '~', relevanceScore: 50 })
    await store(org, { id: 'c', relevanceScore: 50, publishedAt: later, postedAt: later })
    await store(org, { id: 'd', relevanceScore: 90 })
    await store('org_other', { id: 'e', relevanceScore: 99 })
    expect(await idsOf(org)).toEqual(['d', 'c', '~', 'b', 'B', 'a'])
  })

  test('walks every signal once in pages of any size', async () => {
    const org = 'org_pages'
    const expected: Signal[] = []
    for (let index = 0; index < 23; index += 1) {
      const posted = `2026-11-${10 + (index % 3)}T00:00:00.00${index % 2}Z`
      expected.push(
        await store(org, {
          id: `sig_${index}`,
          relevanceScore: index % 4,
          firstSeenAt: posted,
          postedAt: posted,
        }),
      )
    }
    for (const limit of [1, 2, 5, 23, 100]) {
      const walked: string[] = []
      let after: SignalPosition | undefined
      for (;;) {
        const page: SignalPage = await listSignals(database, { orgId: org, filters: {}, after, limit })
        walked.push(...page.signals.map((signal) => signal.id))
        expect(page.isCut).toBe(false)
        if (page.signals.length < limit) break
        after = page.signals.at(-1)
      }
      expect(walked).toEqual(await idsOf(org))
      expect(new Set(walked).size).toBe(expected.length)
    }
  })

  test.each(['x'.repeat(1_000_000), randomBytes(500_000).toString('hex')])(
    'sends at most 8 MiB and a signal of long texts at once',
    async (excerpt) => {
      const org = `org_long_${excerpt.slice(0, 8)}`
      for (let index = 0; index < 20; index += 1) {
        await store(org, { id: `sig_${index}`, relevanceScore: index, excerpt })
      }
      const walked: string[] = []
      let after: SignalPosition | undefined
      for (let isCut = true; isCut; ) {
        const page: SignalPage = await listSignals(database, { orgId: org, filters: {}, after, limit: 100 })
        expect(page.signals.length).toBeLessThanOrEqual(9)
        walked.push(...page.signals.map(({ id }) => id))
        after = page.signals.at(-1)
        isCut = page.isCut
      }
      expect(walked).toEqual(Array.from({ length: 20 }, (_, index) => `sig_${19 - index}`))
    },
  )

  test('continues after a signal of the year 0', async () => {
    const org = 'org_ancient'
    const ancient = '0000-06-01T00:00:00.000Z'
    await store(org, { id: 'a', firstSeenAt: ancient, postedAt: ancient })
    await store(org, { id: 'b', firstSeenAt: ancient, postedAt: ancient })
    const after = { relevanceScore: 50, postedAt: ancient, id: 'b' }
    const { signals: page } = await listSignals(database, {
      orgId: org,
      filters: { postedAfter: ancient },
      after,
      limit: 5,
    })
    expect(page.map((signal) => signal.id)).toEqual(['a'])
  })

  test.each<[string, SignalFilters, string[]]>([
    ['no condition', {}, ['full', 'bare']],
    ['a listener', { listenerId: 'lsn_full' }, ['full']],
    ['a source', { source: 'g2' }, ['full']],
    ['a classification', { classification: 'praise' }, ['full']],
    ['a category', { signalCategory: 'funding' }, ['full']],
    ['an urgency', { urgency: 'high' }, ['full']],
    ['an account', { accountKey: 'd:example.com' }, ['full']],
    ['a score version', { scoreVersion: 2 }, ['full']],
    ['score version 1, which an absent one is', { scoreVersion: 1 }, ['bare']],
    ['a score at least', { minScore: 60 }, ['full']],
    ['a score at least, inclusive', { minScore: 50 }, ['full', 'bare']],
    ['an assignee', { assignedTo: 'usr_ada' }, ['full']],
    ['no assignee', { assignedTo: 'none' }, ['bare']],
    ['read', { read: true }, ['full']],
    ['unread', { read: false }, ['bare']],
    ['alerted', { alerted: true }, ['full']],
    ['not alerted', { alerted: false }, ['bare']],
    ['a verdict', { verdict: 'bad' }, ['full']],
    ['another verdict', { verdict: 'good' }, []],
    ['no verdict', { verdict: 'none' }, ['bare']],
    ['a beginning, inclusive', { postedAfter: '2026-11-20T11:00:00.000Z' }, ['full']],
    ['an end, exclusive', { postedBefore: '2026-11-20T11:00:00.000Z' }, ['bare']],
    ['several at once', { urgency: 'high', verdict: 'none' }, []],
    ['a word of the title', { words: 'kran' }, ['full']],
    ['a part of a word of the excerpt, in another case', { words: 'MIETE' }, ['full']],
    ['a word beyond ASCII in another case', { words: 'übergabe' }, ['full']],
    ['words in any order', { words: ' gesucht  KRAN ' }, ['full']],
    ['words of which one is missing', { words: 'kran bagger' }, []],
    ['signs that mean more to the store', { words: '100%_\\' }, ['full']],
    ['a sign that stands for anything elsewhere', { words: 'k_an' }, []],
    ['words and a register', { words: 'kran', verdict: 'none' }, []],
    ['words and a value of a register', { words: 'kran', verdict: 'bad' }, ['full']],
  ])('filters by %s', async (_case, filters, ids) => {
    const later = '2026-11-20T11:00:00.000Z'
    await store('org_filter', { id: 'bare' })
    await store('org_filter', {
      id: 'full',
      title: 'Kran gesucht',
      excerpt: 'Zur Miete, Übergabe am Montag, 100%_\\ sicher.',
      listenerId: 'lsn_full',
      source: 'g2',
      classification: 'praise',
      signalCategory: 'funding',
      urgency: 'high',
      accountKey: 'd:example.com',
      scoreVersion: 2,
      ...breakdown(60),
      publishedAt: later,
      postedAt: later,
      assignedTo: { userId: 'usr_ada', at, by: 'usr_ada' },
      feedback: { verdict: 'bad', at },
      readAt: at,
      alertedAt: at,
    })
    expect(await idsOf('org_filter', filters)).toEqual(ids)
  })

  test('leaves out the deleted and what has registers only', async () => {
    await store('org_left', { id: 'gone' })
    await apply('org_left', 'signal.deleted', { signalId: 'gone' })
    await apply('org_left', 'signal.read', { signalId: 'registers-only', readAt: at })
    expect(await idsOf('org_left')).toEqual([])
  })
})

function find(orgId: string, signalId: string): Promise<Signal | undefined> {
  return findSignal(database, { orgId, signalId })
}

type SignalPage = Awaited<ReturnType<typeof listSignals>>

async function idsOf(orgId: string, filters: SignalFilters = {}): Promise<string[]> {
  const { signals } = await listSignals(database, { orgId, filters, limit: 100 })
  return signals.map((signal) => signal.id)
}

function breakdown(relevanceScore: number): Pick<Signal, 'relevanceScore' | 'scoreBreakdown'> {
  const none = { urgency: 0, recency: 0, commercialValue: 0, evidenceQuality: 0, multiSignal: 0 }
  const purchaseIntent = Math.min(30, relevanceScore)
  const rest = relevanceScore - purchaseIntent
  const fit = Math.min(20, rest)
  return { relevanceScore, scoreBreakdown: { ...none, purchaseIntent, fit, urgency: rest - fit } }
}

async function store(orgId: string, members: Partial<Signal> & { id: string }): Promise<Signal> {
  const signal: Signal = {
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'Text',
    postedAt: at,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: [],
    firstSeenAt: at,
    ...members,
  }
  await apply(orgId, 'signal.created', { signal })
  return signal
}

async function apply(orgId: string, type: string, data: Record<string, unknown>): Promise<void> {
  events += 1
  const occurredAt = new Date(nowMs + events).toISOString()
  const event = { id: `evt_${events}`, type, occurredAt, orgId, data }
  const reading = readEvent(event, { orgId, sourceId: 'src_1', receivedAtMs: nowMs })
  if (reading.verdict !== 'valid') throw new Error(JSON.stringify(reading))
  const contributions = reading.contributions.map((contribution) => ({ ...contribution, orgId }))
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}
