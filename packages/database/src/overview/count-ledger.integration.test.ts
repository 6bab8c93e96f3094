import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import {
  compactLedgerCounts,
  discardDeliveries,
  replayDeliveries,
  settleDeliveries,
  storeDeliveries,
} from '../ledger/index.ts'
import { createPartitions } from '../schema/partitions.ts'
import { countLedger, type LedgerCount } from './count-ledger.ts'

const hourMs = 3_600_000
const nowMs = Date.now()
const periodsMs = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs }
const outcomes = ['applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const

let database: Database
let pool: Pool
let orgs = 0

test.beforeAll(async ({ database: opened, pool: openedPool }) => {
  database = opened
  pool = openedPool
  for (let day = 0; day < 9; day += 1)
    await createPartitions(database, { nowMs: nowMs - day * 24 * hourMs, daysAhead: 0 })
})

/** Stores a request with one delivery for each of the ages, all of one new workspace. */
async function storeAt(agesMs: readonly number[]) {
  orgs += 1
  const orgId = `org_count_${orgs}`
  const ids: string[] = []
  for (const ageMs of agesMs) {
    const receivedAtMs = nowMs - ageMs
    const request = {
      ...{ sourceId: 'src_1', orgId, receivedAtMs, traceId: 't', signatureHeaders: {} },
      body: Buffer.from('{}'),
      events: [{ eventId: `evt_${ids.length}`, type: 'ping' }],
    }
    const { deliveryIds } = await storeDeliveries(pool, [request], { nowMs: receivedAtMs, dueAfterMs: 0 })
    ids.push(...deliveryIds.flat())
  }
  return { orgId, ids }
}

async function settle(ids: readonly string[], outcomeOf: (index: number) => (typeof outcomes)[number]) {
  const settlements = ids.map((deliveryId, index) => ({ deliveryId, status: outcomeOf(index) }))
  await database.transaction().execute((transaction) => settleDeliveries(transaction, settlements, nowMs))
}

/** What the ledger holds, row by row. */
async function countRows(orgId: string): Promise<Record<string, LedgerCount>> {
  const counts: Record<string, LedgerCount> = {}
  for (const [period, ms] of Object.entries(periodsMs)) {
    const { rows } = await sql<LedgerCount>`
      select count(*)::int as accepted, ${sql.join(
        [...outcomes, 'queued'].map(
          (status) => sql`count(*) filter (where status = ${status})::int as ${sql.ref(status)}`,
        ),
      )} from deliveries where org_id = ${orgId} and received_at >= ${new Date(nowMs - ms)}`.execute(database)
    const [row] = rows
    if (row !== undefined) counts[period] = row
  }
  return counts
}

async function expectExact(orgId: string): Promise<void> {
  expect(await countLedger(database, { orgId, nowMs, periodsMs })).toEqual(await countRows(orgId))
}

// A step has five minutes: the ages lie on both sides of each period's beginning, within one step and one row apart.
const edges = Object.values(periodsMs).flatMap((ms) => [ms - 240_000, ms - 1, ms, ms + 1, ms + 240_000])

test('counts each period to the row, from every status', async () => {
  const { orgId, ids } = await storeAt([...edges, ...edges, 0, 1_000, 60_000, 600_000])
  await expectExact(orgId)
  await settle(ids.slice(0, -3), (index) => outcomes[index % outcomes.length] ?? 'dead')
  await expectExact(orgId)
})

test('follows replays and discards', async () => {
  const { orgId, ids } = await storeAt(Array.from({ length: 40 }, (_, index) => index * 240_000))
  await settle(ids, (index) => outcomes[index % outcomes.length] ?? 'dead')
  expect(await replayDeliveries(database, ids.slice(0, 20))).toBeGreaterThan(0)
  await expectExact(orgId)
  expect(await discardDeliveries(database, ids)).toBeGreaterThan(0)
  await expectExact(orgId)
  expect((await countLedger(database, { orgId, nowMs, periodsMs }))['24h'].dead).toBe(0)
})

test('counts what many connections settle at once', async () => {
  const { orgId, ids } = await storeAt(Array.from({ length: 120 }, () => 1_000))
  await Promise.all(
    Array.from({ length: 12 }, (_, part) =>
      settle(ids.slice(part * 10, part * 10 + 10), (index) => outcomes[(part + index) % 5] ?? 'dead'),
    ),
  )
  await expectExact(orgId)
})

test('counts nothing of a transaction that was rolled back', async () => {
  const { orgId, ids } = await storeAt([1_000, 2_000])
  const failing = database.transaction().execute(async (transaction) => {
    const settlements = ids.map((deliveryId) => ({ deliveryId, status: 'applied' as const }))
    await settleDeliveries(transaction, settlements, nowMs)
    throw new Error('cut off')
  })
  await expect(failing).rejects.toThrow('cut off')
  await expectExact(orgId)
})

test('counts what was settled before there were counts, once, however often it is counted', async () => {
  const { orgId, ids } = await storeAt(Array.from({ length: 20 }, (_, index) => index * 3 * hourMs))
  await sql`alter table deliveries disable trigger deliveries_are_counted`.execute(database)
  await settle(ids.slice(0, 10), () => 'applied')
  await sql`alter table deliveries enable trigger deliveries_are_counted`.execute(database)
  await settle(ids.slice(10, 15), () => 'dead')
  expect((await countLedger(database, { orgId, nowMs, periodsMs }))['7d'].applied).toBe(0)
  await sql`select recount_ledger('')`.execute(database)
  await expectExact(orgId)
  await replayDeliveries(database, ids.slice(0, 3))
  await sql`select recount_ledger('')`.execute(database)
  await expectExact(orgId)
  await compactLedgerCounts(database)
  await sql`select recount_ledger('')`.execute(database)
  await expectExact(orgId)
})

test('keeps its sums when shards are joined, and removes what is too old to be asked for', async () => {
  const { orgId, ids } = await storeAt(Array.from({ length: 30 }, (_, index) => index * 5 * hourMs))
  await Promise.all(
    [0, 10, 20].map((from) => settle(ids.slice(from, from + 10), (index) => outcomes[index % 5] ?? 'dead')),
  )
  await sql`insert into ledger_counts values (${orgId}, now() - interval '9 days', 'applied', 3, 7)`.execute(
    database,
  )
  await compactLedgerCounts(database)
  await expectExact(orgId)
  const { rows } = await sql<{ shard: number; isOld: boolean }>`
    select distinct shard, step < now() - interval '8 days' as "isOld" from ledger_counts
    where org_id = ${orgId} and step < now() - interval '1 hour'`.execute(database)
  expect(rows).toEqual([{ shard: 0, isOld: false }])
})
