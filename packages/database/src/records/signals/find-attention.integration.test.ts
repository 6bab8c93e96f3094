import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../database.ts'
import { countViews, findAttention } from './find-attention.ts'

const orgId = 'org_attention'
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000)
let database: Database

type Stored = { id: string; urgency?: string; score?: number; hours?: number; read?: boolean; of?: string }

async function store({ id, urgency = 'high', score = 50, hours = 1, read, of }: Stored): Promise<void> {
  await sql`
    insert into signals (org_id, signal_id, state, relevance_score, urgency, posted_at, stored_at)
    values (${orgId}, ${id}, '{}', ${score}, ${urgency}, ${hoursAgo(hours)}, ${hoursAgo(hours)})`.execute(
    database,
  )
  await sql`
    insert into signal_registers (org_id, signal_id, state, read_at, assigned_user_id)
    values (${orgId}, ${id}, '{"deletedBy": null}', ${read === true ? new Date(nowMs) : null}, ${of ?? null})`.execute(
    database,
  )
}

test.beforeAll(async ({ database: opened }) => {
  database = opened
  for (const stored of [
    { id: 'sig_high', score: 90 },
    { id: 'sig_urgent', urgency: 'immediate', score: 10 },
    { id: 'sig_low', urgency: 'low' },
    { id: 'sig_old', hours: 73 },
    { id: 'sig_read', read: true },
    { id: 'sig_mine', of: 'usr_me' },
    { id: 'sig_theirs', of: 'usr_other' },
    { id: 'sig_month', hours: 31 * 24 },
  ]) {
    await store(stored)
  }
})

test('finds what is urgent, unread, of no one and recent, the most urgent first', async () => {
  expect(await findAttention(database, { orgId, nowMs, limit: 5 })).toEqual(['sig_urgent', 'sig_high'])
  expect(await findAttention(database, { orgId, nowMs, limit: 1 })).toEqual(['sig_urgent'])
  expect(await findAttention(database, { orgId: 'org_other', nowMs, limit: 5 })).toEqual([])
})

test('counts each view, and no more than 100 of it', async () => {
  const count = () => countViews(database, { orgId, personId: 'usr_me', nowMs })
  expect(await count()).toEqual({ attention: 2, mine: 1, unassigned: 5, all: 7, isPartial: false })
  await sql`
    insert into signals (org_id, signal_id, state, relevance_score, urgency, posted_at, stored_at)
    select ${orgId}, 'sig_more_' || n, '{}', 40, 'high', ${hoursAgo(2)}, ${hoursAgo(2)}
    from generate_series(1, 6000) n`.execute(database)
  expect(await count()).toEqual({ attention: 100, mine: 1, unassigned: 100, all: 100, isPartial: true })
})

test('looks at no more than 5,000 signals by the index of storing', async () => {
  await sql`analyze signals`.execute(database)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select s.signal_id from signals s
    where s.org_id = ${orgId} and s.relevance_score is not null and s.stored_at >= ${hoursAgo(72)}
    order by s.stored_at desc, s.signal_id desc limit 100`.execute(database)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('signals_by_storing')
})
