import { hourMs, minuteMs } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createSource, createWorkspace, recordRejections } from '../access/index.ts'
import type { Database, DatabasePool } from '../database.ts'
import { sourceOf } from '../isolation/same-records.ts'
import { settleDeliveries, storeDeliveries } from '../ledger/index.ts'
import { createPartitions } from '../schema/partitions.ts'
import { createSecretBox } from '../secret-box.ts'
import { countHours } from './count-hours.ts'

const orgId = 'org_one'
const outcomes = ['applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const
const nowMs = Date.now()
const presentMs = Math.floor(nowMs / hourMs) * hourMs
// On both sides of each hour's beginning, one row apart, up to 6 hours back.
const moments = [0, 1, 2, 3, 4, 5].flatMap((hours) =>
  [-1, 0, 1, 1_000].map((ms) => presentMs - hours * hourMs + ms),
)

let database: Database
let pool: DatabasePool

test.beforeAll(async ({ database: opened, pool: openedPool }) => {
  database = opened
  pool = openedPool
  await createPartitions(database, { nowMs: nowMs - 24 * hourMs, daysAhead: 0 })
  const workspace = { name: 'One', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 }
  await createWorkspace(database, { orgId, ...workspace })
})

test('each hour has the deliveries that were received in it, to the row, by their status', async () => {
  const ids: string[] = []
  for (const receivedAtMs of moments) {
    const request = {
      ...{
        sourceId: 'src_1',
        orgId,
        receivedAtMs,
        traceId: 't',
        signatureHeaders: {},
        body: Buffer.from('{}'),
      },
      events: outcomes.map((outcome) => ({ eventId: `evt_${receivedAtMs}_${outcome}`, type: 'ping' })),
    }
    const { deliveryIds } = await storeDeliveries(pool, [request], { nowMs: receivedAtMs, dueAfterMs: 0 })
    ids.push(...deliveryIds.flat())
  }
  const settled = ids.flatMap((deliveryId, index) => {
    const status = outcomes[index % 7]
    return status === undefined ? [] : [{ deliveryId, status }]
  })
  await database.transaction().execute((transaction) => settleDeliveries(transaction, settled, nowMs))

  const hours = await countHours(database, { orgId, nowMs, hours: 5 })
  const { rows } = await sql<{ at: Date; status: string; count: number }>`
    select date_trunc('hour', received_at, 'UTC') as at, status, count(*)::int as count from deliveries
    where org_id = ${orgId} group by 1, 2`.execute(database)
  const countOf = (at: Date, status: string): number =>
    rows.find((row) => row.at.getTime() === at.getTime() && row.status === status)?.count ?? 0
  expect(hours.map(({ at }) => at.getTime())).toEqual([4, 3, 2, 1, 0].map((ago) => presentMs - ago * hourMs))
  for (const { at, refused, ...counts } of hours) {
    const expected = Object.keys(counts).map((status) => [status, countOf(at, status)])
    expect([at, refused, counts]).toEqual([at, 0, Object.fromEntries(expected)])
  }
  const sum = hours.reduce((total, { at: _at, refused: _refused, ...counts }) => {
    return Object.values(counts).reduce((left, right) => left + right, total)
  }, 0)
  // Of the first of the five hours, all but the moment before it.
  expect(sum).toBe(moments.filter((ms) => ms >= presentMs - 4 * hourMs).length * outcomes.length)
})

test('counts refused requests in their hour, and an empty workspace as zeros', async () => {
  const { sourceId } = await createSource(database, createSecretBox(Buffer.alloc(32, 1)), sourceOf(orgId))
  const stepMs = 5 * minuteMs
  await recordRejections(
    database,
    [],
    [
      { sourceId, step: new Date(presentMs - stepMs), refusals: 1 },
      { sourceId, step: new Date(presentMs), refusals: 2 },
    ],
  )
  const hours = await countHours(database, { orgId, nowMs, hours: 2 })
  expect(hours.map(({ refused }) => refused)).toEqual([1, 2])
  const none = { applied: 0, duplicate: 0, conflict: 0, ignored: 0, dead: 0, queued: 0, refused: 0 }
  expect(await countHours(database, { orgId: 'org_two', nowMs, hours: 1 })).toEqual([
    { at: new Date(presentMs), ...none },
  ])
})
