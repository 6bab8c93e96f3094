import { dayMs } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { beforeEach, expect } from 'vitest'
import { createWorkspace, updateWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { createPartitions } from '../schema/partitions.ts'
import { pruneDeliveries } from './prune-deliveries.ts'
import { storeDeliveries } from './store-deliveries.ts'

const nowMs = Date.parse('2020-06-30T12:00:00.000Z')
const oldMs = nowMs - 8 * dayMs
const newMs = nowMs - 6 * dayMs

let database: Database
let pool: Pool

test.beforeAll(async ({ database: openedDatabase, pool: openedPool }) => {
  database = openedDatabase
  pool = openedPool
  for (const ms of [oldMs, newMs]) await createPartitions(database, { nowMs: ms, daysAhead: 0 })
  for (const orgId of ['org_1', 'org_2']) {
    const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 0 }
    await createWorkspace(database, { orgId, name: orgId, ...plan })
  }
})

beforeEach(async () => {
  await sql`truncate deliveries, requests`.execute(database)
  for (const orgId of ['org_1', 'org_2']) await updateWorkspace(database, orgId, { retentionDays: null })
})

/** Stores one request for the events, which have the statuses in their names. */
async function store(orgId: string, ms: number, eventIds: string[]): Promise<void> {
  const request = {
    ...{ sourceId: 'src_1', orgId, receivedAtMs: ms, traceId: 't', signatureHeaders: {} },
    body: Buffer.from(eventIds.join()),
    events: eventIds.map((eventId) => ({ eventId, type: 'ping' })),
  }
  await storeDeliveries(pool, [request], { nowMs: ms, dueAfterMs: 0 })
  await sql`update deliveries set status = split_part(event_id, ' ', 1) where status = 'queued'`.execute(
    database,
  )
}

const prune = (limit = 5_000) => pruneDeliveries(database, { nowMs, ledgerDays: 30, limit })

async function kept(): Promise<{ events: string[]; bodies: string[] }> {
  const events = await sql<{ id: string }>`select event_id as id from deliveries order by 1`.execute(database)
  const bodies = await sql<{ body: Buffer }>`select body from requests`.execute(database)
  return {
    events: events.rows.map(({ id }) => id),
    bodies: bodies.rows.map(({ body }) => body.toString()).sort(),
  }
}

test('deletes the settled deliveries of a workspace past its days, with their bodies', async () => {
  await store('org_1', oldMs, ['applied old'])
  await store('org_1', newMs, ['applied new'])
  await store('org_2', oldMs, ['applied theirs'])
  expect(await prune()).toBe(0)
  await updateWorkspace(database, 'org_1', { retentionDays: 7 })
  expect(await prune()).toBe(1)
  const left = ['applied new', 'applied theirs']
  expect(await kept()).toEqual({ events: left, bodies: left })
  expect(await prune()).toBe(0)
})

test('keeps what is queued or dead, and the body that it needs', async () => {
  await updateWorkspace(database, 'org_1', { retentionDays: 7 })
  await store('org_1', oldMs, ['applied a', 'dead b', 'duplicate c'])
  await store('org_1', oldMs, ['queued d'])
  await store('org_1', oldMs, ['ignored e', 'conflict f'])
  expect(await prune()).toBe(4)
  expect(await kept()).toEqual({
    events: ['dead b', 'queued d'],
    bodies: ['applied a,dead b,duplicate c', 'queued d'],
  })
  await sql`update deliveries set status = 'ignored'`.execute(database)
  expect(await prune()).toBe(2)
  expect(await kept()).toEqual({ events: [], bodies: [] })
})

test('deletes in small statements, and a request only with its last delivery', async () => {
  await updateWorkspace(database, 'org_1', { retentionDays: 7 })
  await store('org_1', oldMs, ['applied a', 'applied b', 'applied c'])
  expect(await prune(2)).toBe(3)
  expect(await kept()).toEqual({ events: [], bodies: [] })
})

test('leaves to the ledger what it drops earlier', async () => {
  await updateWorkspace(database, 'org_1', { retentionDays: 30 })
  await store('org_1', oldMs, ['applied a'])
  expect(await pruneDeliveries(database, { nowMs: nowMs + 60 * dayMs, ledgerDays: 30 })).toBe(0)
  expect((await kept()).events).toEqual(['applied a'])
})

test('keeps a delivery that is replayed at the same moment', async () => {
  await updateWorkspace(database, 'org_1', { retentionDays: 7 })
  await store('org_1', oldMs, ['applied a'])
  const replay = await pool.connect()
  try {
    await replay.query(`begin; update deliveries set status = 'queued'`)
    const pruning = prune()
    await expect
      .poll(async () => {
        const { rows } = await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'
          and query like '%delete from deliveries%' and datname = current_database()`)
        return rows.length
      })
      .toBe(1)
    await replay.query('commit')
    expect(await pruning).toBe(0)
  } finally {
    replay.release()
  }
  expect(await kept()).toEqual({ events: ['applied a'], bodies: ['applied a'] })
})
