import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Database } from '../../database.ts'
import { countBlocksRead } from '../../test-support/count-blocks-read.ts'
import { countRowsRead } from '../../test-support/count-rows-read.ts'
import type { SignalFilters, SignalPosition } from './find-candidates.ts'
import { listSignals } from './read-signals.ts'

const orgId = 'org_many'
const stored = 20_000
let database: Database

test.beforeAll(async ({ database: opened }) => {
  database = opened
  await sql`
    insert into signals (org_id, signal_id, state, source, classification, relevance_score, posted_at, stored_at)
    select ${orgId}, id, jsonb_build_object(
             'last', jsonb_build_object('key', key, 'document', '{"listenerId": "lsn_1"}'::jsonb),
             'first', jsonb_build_object('key', key, 'members', jsonb_build_object(
               'relevanceScore', score,
               'firstSeenAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))),
           'reddit', 'relevant', score, at, now()
    from generate_series(0, ${stored - 1}) n
    cross join lateral (
      select 'sig_' || lpad(n::text, 6, '0') as id, 100 - n * 100 / ${stored} as score,
             timestamptz '2026-11-20' - n * interval '1 second' as at
    ) made
    cross join lateral (
      select jsonb_build_object('at', '2026-11-20T10:00:00.000Z', 'eventId', id, 'sourceId', 'src_1') as key
    ) keyed`.execute(database)
  // All are read, except three. Every second one is good; four are bad, of which the last is the worst signal of all.
  await sql`
    insert into signal_registers (org_id, signal_id, state, read_at, verdict)
    select org_id, signal_id, '{"deletedBy": null}',
           case when number not in (9, 9000, 19999) then now() end,
           case when number in (5, 10, 15001, 19999) then 'bad' when number % 2 = 0 then 'good' end
    from (select *, substr(signal_id, 5)::int as number from signals where org_id = ${orgId}) numbered`.execute(
    database,
  )
  // Then an index alone decides what is seen.
  await sql`vacuum analyze signals, signal_registers`.execute(database)
}, 120_000)

/** Follows a list to its end. Returns what is on each page, and the most rows that one of them read. */
async function walk(filters: SignalFilters, limit: number) {
  const pages: string[][] = []
  let mostRead = 0
  let after: SignalPosition | undefined
  do {
    const from = after
    const { result, read } = await countRowsRead(database, 'signal', (transaction) =>
      listSignals(transaction, { orgId, filters, after: from, limit }),
    )
    const { signals, reached } = result
    pages.push(signals.map(({ id }) => id))
    mostRead = Math.max(mostRead, read)
    after = reached ?? (signals.length < limit ? undefined : signals.at(-1))
  } while (after !== undefined)
  return { pages, mostRead }
}

test('finds rare signals once each, over pages of which none looks at all of them', async () => {
  const { pages, mostRead } = await walk({ read: false }, 10)
  expect(pages).toEqual([['sig_000009'], ['sig_009000'], [], ['sig_019999'], []])
  expect(mostRead).toBeLessThan(3 * 5_000)
})

test('continues after what was found where a page is full', async () => {
  const { pages } = await walk({ read: false }, 1)
  expect(pages.flat()).toEqual(['sig_000009', 'sig_009000', 'sig_019999'])
})

test('finds the few signals that have a value at once, the worst too', async () => {
  const { pages, mostRead } = await walk({ verdict: 'bad' }, 10)
  expect(pages).toEqual([['sig_000005', 'sig_000010', 'sig_015001', 'sig_019999']])
  expect(mostRead).toBeLessThan(200)
})

test('finds many signals that have a value among the best', async () => {
  const { pages, mostRead } = await walk({ verdict: 'good', read: false, source: 'reddit' }, 10)
  expect(pages.flat()).toEqual(['sig_009000'])
  expect(mostRead).toBeLessThan(3 * 5_000)
})

test('looks at few signals for a page of frequent ones', async () => {
  const { result, read } = await countRowsRead(database, 'signal', (transaction) =>
    listSignals(transaction, { orgId, filters: { read: true }, limit: 25 }),
  )
  expect(result.signals).toHaveLength(25)
  expect(read).toBeLessThan(200)
})

describe('filters by columns of few values', () => {
  const manyFacets = 'org_facets'

  test.beforeAll(async () => {
    // A third each; `reddit` is never `high`. Three are of a rare platform, of which the last is the worst signal of all.
    await sql`
      insert into signals (org_id, signal_id, state, source, classification, urgency, signal_category, score_version,
                           relevance_score, posted_at, stored_at)
      select ${manyFacets}, signal_id, state, case when n in (7, 7000, 19999) then 'hackernews' else (array['reddit', 'x', 'g2'])[n % 3 + 1] end,
             'relevant', (array['low', 'high', 'medium'])[n % 3 + 1], 'growth', 2, relevance_score, posted_at, now()
      from (select *, substr(signal_id, 5)::int as n from signals where org_id = ${orgId}) one`.execute(
      database,
    )
    await sql`vacuum analyze signals`.execute(database)
  })

  const list = (filters: SignalFilters) =>
    countBlocksRead(database, 'signals', (transaction) =>
      listSignals(transaction, { orgId: manyFacets, filters, limit: 25 }),
    )

  test.each<[string, SignalFilters]>([
    ['a platform', { source: 'quora' }],
    ['a classification', { classification: 'noise' }],
    ['an urgency', { urgency: 'immediate' }],
    ['a category', { signalCategory: 'funding' }],
    ['a version of scores', { scoreVersion: 3 }],
    ['a pair of frequent values', { source: 'reddit', urgency: 'high' }],
    [
      'a platform, within a time and a listener',
      { source: 'quora', listenerId: 'lsn_1', postedAfter: '2026-11-01T00:00:00.000Z' },
    ],
  ])('find at once that no signal has %s', async (_what, filters) => {
    const { result, blocks } = await list(filters)
    expect(result.signals).toEqual([])
    expect(blocks).toBeLessThan(60)
  })

  test('find the few signals that have a value at once, the worst too', async () => {
    const { result, blocks } = await list({ source: 'hackernews' })
    expect(result.signals.map(({ id }) => id)).toEqual(['sig_000007', 'sig_007000', 'sig_019999'])
    expect(blocks).toBeLessThan(60)
  })

  test('find those of few that have a register too', async () => {
    const { result } = await list({ source: 'hackernews', read: false })
    expect(result.signals.map(({ id }) => id)).toEqual(['sig_000007', 'sig_007000', 'sig_019999'])
    expect((await list({ source: 'hackernews', read: true })).result.signals).toEqual([])
  })

  test.each<SignalFilters>([{ source: 'x', urgency: 'high' }, { scoreVersion: 2 }])(
    'look at few pages for a frequent value: %j',
    async (filters) => {
      const { result, blocks } = await list(filters)
      expect(result.signals).toHaveLength(25)
      expect(blocks).toBeLessThan(400)
    },
  )
})
