import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { pruneIdentities } from '../ledger/claim-identities.ts'
import { storeDeliveries } from '../ledger/store-deliveries.ts'
import { createPartitions, dropExpiredPartitions, withMaintenanceLock } from './partitions.ts'

const dayMs = 24 * 60 * 60 * 1000
const nowMs = Date.parse('2020-06-30T12:00:00.000Z')

let database: Database
let pool: Pool

test.beforeAll(async ({ database: openedDatabase, pool: openedPool }) => {
  database = openedDatabase
  pool = openedPool
})

async function storeAt(ms: number, eventIds: string[]): Promise<string[]> {
  await createPartitions(database, { nowMs: ms, daysAhead: 0 })
  const request = {
    sourceId: 'src_1',
    orgId: 'org_1',
    receivedAtMs: ms,
    traceId: 't',
    signatureHeaders: {},
    body: Buffer.from('[]'),
    events: eventIds.map((eventId) => ({ eventId, type: 'ping' })),
  }
  const { deliveryIds } = await storeDeliveries(pool, [request], { nowMs: ms, dueAfterMs: 0 })
  return deliveryIds.flat()
}

async function settle(deliveryId: string | undefined, status: string): Promise<void> {
  await sql`update deliveries set status = ${status} where delivery_id = ${deliveryId}`.execute(database)
}

async function eventsKept(): Promise<string[]> {
  const rows = await database.selectFrom('deliveries').select('event_id').orderBy('event_id').execute()
  return rows.map((row) => row.event_id)
}

test('keeps what is not settled, and drops the rest after its days', async () => {
  const [settled] = await storeAt(nowMs - 40 * dayMs, ['old settled'])
  const [applied, dead] = await storeAt(nowMs - 35 * dayMs, ['old applied', 'old dead', 'old queued'])
  const [recent] = await storeAt(nowMs - 29 * dayMs, ['recent'])
  await settle(settled, 'applied')
  await settle(applied, 'applied')
  await settle(dead, 'dead')
  await settle(recent, 'applied')

  const dropped = await dropExpiredPartitions(database, { nowMs, ledgerDays: 30 })
  expect(dropped).toContain('deliveries_20200521')
  expect(dropped).toContain('requests_20200521')
  expect(dropped).not.toContain('deliveries_20200526')
  expect(dropped).not.toContain('requests_20200526')
  expect(await eventsKept()).toEqual(['old dead', 'old queued', 'recent'])
  expect(await database.selectFrom('requests').select('request_id').execute()).toHaveLength(2)

  await sql`update deliveries set status = 'applied'`.execute(database)
  expect(await dropExpiredPartitions(database, { nowMs, ledgerDays: 30 })).toEqual([
    'deliveries_20200526',
    'requests_20200526',
  ])
  expect(await eventsKept()).toEqual(['recent'])
})

test('ends the dropping of a partition that was cut off half way', async () => {
  const [long] = await storeAt(nowMs - 60 * dayMs, ['in use'])
  const [older] = await storeAt(nowMs - 61 * dayMs, ['detached'])
  await settle(long, 'applied')
  await settle(older, 'applied')
  const reader = await pool.connect()
  const cut = await pool.connect()
  try {
    await reader.query('begin; select from deliveries')
    await cut.query(`set statement_timeout = '300ms'`)
    const detach = 'alter table deliveries detach partition deliveries_20200501 concurrently'
    await expect(cut.query(detach)).rejects.toThrow(/timeout/)
    await reader.query('commit')
    await cut.query('alter table deliveries detach partition deliveries_20200430')
  } finally {
    reader.release(true)
    cut.release(true)
  }
  const dropped = await dropExpiredPartitions(database, { nowMs, ledgerDays: 50 })
  expect(dropped).toEqual(expect.arrayContaining(['deliveries_20200430', 'deliveries_20200501']))
  const { rows } =
    await sql`select to_regclass('deliveries_20200430') as a, to_regclass('deliveries_20200501') as b`.execute(
      database,
    )
  expect(rows).toEqual([{ a: null, b: null }])
})

test('makes partitions while others do the same, and while deliveries come in', async () => {
  const days = Array.from({ length: 6 }, (_, index) => nowMs + index * dayMs)
  await Promise.all(
    days.flatMap((day) => [1, 2, 3].map(() => createPartitions(database, { nowMs: day, daysAhead: 3 }))),
  )
  await Promise.all(days.map((day) => storeAt(day, ['x'])))
})

test('refuses a delivery whose day has no partition', async () => {
  const ms = Date.parse('2031-01-01T00:00:00.000Z')
  const request = {
    sourceId: 's',
    orgId: 'o',
    receivedAtMs: ms,
    traceId: 't',
    signatureHeaders: {},
    body: Buffer.from(''),
    events: [{ eventId: 'e', type: null }],
  }
  await expect(storeDeliveries(pool, [request], { nowMs: ms, dueAfterMs: 0 })).rejects.toThrow(/no partition/)
})

test('lets one process of all do the maintenance', async () => {
  let others: boolean[] = []
  const did = await withMaintenanceLock(database, async () => {
    others = await Promise.all([1, 2].map(() => withMaintenanceLock(database, async () => undefined)))
  })
  expect([did, ...others]).toEqual([true, false, false])
  expect(await withMaintenanceLock(database, async () => undefined)).toBe(true)
})

test('forgets identities by their age', async () => {
  await sql`
    insert into identities (source_id, event_id, delivery_id, content_sha256, applied_at)
    select 'src_1', 'evt_' || n, 'dlv_1', '', timestamptz '2020-01-01' + n * interval '1 day'
    from generate_series(1, 30) n`.execute(database)
  const before = new Date('2020-01-22T00:00:00.000Z')
  expect(await pruneIdentities(database, before, 15)).toBe(20)
  expect(await pruneIdentities(database, before, 15)).toBe(0)
  expect(await database.selectFrom('identities').select('event_id').execute()).toHaveLength(10)
})
