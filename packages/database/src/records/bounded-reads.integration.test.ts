import { type Deal, readEvent } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Database } from '../database.ts'
import { createCollection } from './collections/collections.ts'
import type { DealFilters } from './deals/read-deals.ts'
import {
  assignSignal,
  countDeals,
  countSignals,
  findCollections,
  findStillDeals,
  listDeals,
  listListeners,
  mergeContributions,
  walkAccounts,
  walkDeals,
} from './index.ts'

const orgId = 'org_bounded'
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
let database: Database
let events = 0

async function apply(type: string, data: Record<string, unknown>): Promise<void> {
  events += 1
  const event = { id: `evt_${events}`, type, occurredAt: new Date(nowMs + events).toISOString(), orgId, data }
  const verdict = readEvent(event, { orgId, sourceId: 'src_1', receivedAtMs: nowMs })
  if (verdict.verdict !== 'valid') throw new Error(JSON.stringify(verdict))
  const contributions = verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`

test.beforeAll(async ({ database: opened }) => {
  database = opened
  const companies = ['Ümlaut GmbH', 'Acme Ltd', undefined]
  for (let index = 0; index < 6; index += 1) {
    const name = companies[index % 3]
    const signal = {
      ...{ id: `sig_${index}`, orgId, url: 'https://example.com/', title: 'A', excerpt: 'B', rationale: 'C' },
      ...{
        listenerId: `lsn_${index % 2}`,
        matchedKeywords: [],
        firstSeenAt: at(10),
        relevanceScore: 90 - index,
      },
      ...{
        source: index < 4 ? 'reddit' : 'x',
        classification: 'relevant',
        publishedAt: at(10 + index),
        postedAt: at(10 + index),
      },
      ...(name !== undefined && { accountKey: `n:${index % 3}`, subjectOrg: { name } }),
    }
    await apply('signal.created', { signal })
  }
  for (const [index, stage] of (['new', 'won', 'proposal', 'lost', 'new'] as Deal['stage'][]).entries()) {
    const deal = {
      ...{ id: `deal_${index}`, name: 'A deal', stage, createdAt: at(1 + index), updatedAt: at(11 + index) },
      ...(index % 2 === 0 && { ownerId: 'usr_ada' }),
    }
    await apply('deal.created', { deal })
  }
  for (const mode of ['market', 'places'])
    await apply('listener.created', {
      listener: { id: `lsn_${mode}`, name: mode, mode, objective: 'find_customers' },
    })
  await database.transaction().execute(async (transaction) => {
    await assignSignal(transaction, { orgId, signalId: 'sig_0', userId: 'usr_ada', by: 'usr_bob', nowMs })
    for (const name of ['To call', 'Über alles'])
      await createCollection(transaction, { orgId, name, description: null, nowMs })
  })
})

test('counts signals by each grouping, the largest group first', async () => {
  const groupsOf = async (...[by, filters = {}]: [Parameters<typeof countSignals>[1]['by'], object?]) =>
    (await countSignals(database, { orgId, filters, by, mostGroups: 50 })).groups.map(({ value, count }) => [
      value,
      count,
    ])
  expect(await groupsOf('source')).toEqual([
    ['reddit', 4],
    ['x', 2],
  ])
  expect(await groupsOf('classification')).toEqual([['relevant', 6]])
  expect(await groupsOf('urgency')).toEqual([[null, 6]])
  expect(await groupsOf('listener', { source: 'x' })).toEqual([
    ['lsn_0', 1],
    ['lsn_1', 1],
  ])
  expect(await groupsOf('account')).toEqual([
    ['n:0', 2],
    ['n:1', 2],
    [null, 2],
  ])
  expect(await groupsOf('account', { accountKey: 'n:1' })).toEqual([['n:1', 2]])
  expect(await groupsOf('assignee')).toEqual([
    [null, 5],
    ['usr_ada', 1],
  ])
  expect(await groupsOf('source', { assignedTo: 'usr_ada' })).toEqual([['reddit', 1]])
  expect(await groupsOf('week', { postedAfter: at(12), scoreVersion: 1 })).toEqual([['2026-11-09', 4]])
  expect(await groupsOf('source', { classification: 'noise' })).toEqual([])
})

test('stops at its bound and says so; cuts the groups but not the total', async () => {
  const asked = { orgId, filters: {}, by: 'source' as const }
  expect(await countSignals(database, { ...asked, mostGroups: 1 })).toEqual({
    ...{ groups: [{ value: 'reddit', count: 4 }], total: 6, isPartial: false },
  })
  expect(await countSignals(database, { ...asked, mostGroups: 9, entries: 5 })).toEqual({
    ...{
      groups: [
        { value: 'reddit', count: 4 },
        { value: 'x', count: 1 },
      ],
      total: 5,
      isPartial: true,
    },
  })
})

test('walks deals by owner, stage and openness, and continues where a page ended early', async () => {
  const idsOf = async (filters: Parameters<typeof walkDeals>[1]['filters'], limit = 10) =>
    (await walkDeals(database, { orgId, filters, limit })).deals.map(({ id }) => id)
  expect(await idsOf({})).toEqual(['deal_4', 'deal_3', 'deal_2', 'deal_1', 'deal_0'])
  expect(await idsOf({ ownerId: 'usr_ada' })).toEqual(['deal_4', 'deal_2', 'deal_0'])
  expect(await idsOf({ open: true })).toEqual(['deal_4', 'deal_2', 'deal_0'])
  expect(await idsOf({ open: false, stage: 'won' })).toEqual(['deal_1'])
  expect(await idsOf({ open: true, stage: 'won' })).toEqual([])
  const asked = { orgId, filters: { ownerId: 'usr_ada' }, limit: 10, most: 2 }
  const first = await walkDeals(database, asked)
  expect(first).toMatchObject({ deals: [{ id: 'deal_4' }], reached: { id: 'deal_3' } })
  const second = await walkDeals(database, { ...asked, after: first.reached })
  expect(second).toMatchObject({ deals: [{ id: 'deal_2' }], reached: { id: 'deal_1' } })
  expect(await walkDeals(database, { ...asked, after: second.reached })).toMatchObject({
    deals: [{ id: 'deal_0' }],
  })
})

test('finds open deals at rest, and counts those of each stage', async () => {
  const still = await findStillDeals(database, { orgId, changedBefore: at(14), limit: 5 })
  expect(still.map(({ id }) => id)).toEqual(['deal_0', 'deal_2'])
  expect(
    await findStillDeals(database, { orgId, ownerId: 'usr_x', changedBefore: at(14), limit: 5 }),
  ).toEqual([])
  expect(await countDeals(database, { orgId, stages: ['new', 'won', 'contacted'] })).toEqual([
    { stage: 'new', deals: 2 },
    { stage: 'won', deals: 1 },
  ])
})

test('finds accounts and lists by words of their names, and listeners by mode', async () => {
  const keysOf = async (words: string, filters = {}) =>
    (await walkAccounts(database, { orgId, words, filters, limit: 5 })).accounts.map(
      ({ accountKey }) => accountKey,
    )
  expect(await keysOf('acme')).toEqual(['n:1'])
  expect(await keysOf('ümlaut gmbh')).toEqual(['n:0'])
  expect(await keysOf('', { assignedTo: 'usr_ada' })).toEqual(['n:0'])
  expect(await keysOf('acme', { region: 'Nowhere' })).toEqual([])
  const cut = await walkAccounts(database, { orgId, words: 'acme', filters: {}, limit: 5, most: 1 })
  expect(cut).toEqual({ accounts: [], reached: 'n:0' })
  const lists = await findCollections(database, { orgId, words: 'über', limit: 5 })
  expect(lists.map(({ name }) => name)).toEqual(['Über alles'])
  const listeners = await listListeners(database, { orgId, mode: 'places', limit: 5 })
  expect(listeners.map(({ id }) => id)).toEqual(['lsn_places'])
})

describe('among 40,000 deals of none, which let the planner expect to meet one of it soon,', () => {
  const many = 'org_many_deals'

  test.beforeAll(async ({ pool }) => {
    await pool.query(
      `insert into deals (org_id, deal_id, state, created_at, stage)
       select $1, 'deal_' || n, '{"last":{"document":{"name":"A","stage":"new"}}}', now() - n * interval '1 second', 'new'
       from generate_series(1, 40000) n`,
      [many],
    )
    await pool.query('analyze deals')
  })

  test.for<[of: string, filters: DealFilters]>([
    ['a signal', { signalId: 'sig_none' }],
    ['an account', { accountKey: 'n:none' }],
  ])('the deals of %s are found without looking at the others', async ([, filters]) => {
    await database.transaction().execute(async (transaction) => {
      const countRead = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
          where relid = 'deals'::regclass`.execute(transaction)
        return rows[0]?.read
      }
      const before = await countRead()
      const deals = await listDeals(transaction, { orgId: many, filters, limit: 10 })
      expect([deals, await countRead()]).toEqual([[], before])
    })
  })
})
