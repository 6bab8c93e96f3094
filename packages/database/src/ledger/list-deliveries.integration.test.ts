import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { idFloor } from '../ids.ts'
import { createPartitions } from '../schema/partitions.ts'
import { countRowsRead } from '../test-support/count-rows-read.ts'
import type { DeliveryFilter } from './filter/delivery-filter.ts'
import { countDeliveriesUpTo } from './find-deliveries.ts'
import { listDeliveries } from './list-deliveries.ts'

const orgId = 'org_many'
const planted = 30_000
const dayMs = 86_400_000
let database: Database

test.beforeAll(async ({ database: opened }) => {
  database = opened
  const nowMs = Date.now()
  await createPartitions(database, { nowMs: nowMs - dayMs, daysAhead: 1 })
  // Two days of applied deliveries of one source and type; what is rare came first.
  await sql`
    insert into deliveries (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at,
      status, attempts, due_at, error)
    select id, id, 0, 'bat_1', ${orgId}, case when n in (7, 30) then 'src_rare' else 'src_1' end, 'evt_' || n,
           case when n in (7, 31) then 'listener.updated' else 'signal.created' end, now(),
           case when n in (7, 20) then 'dead' when n = 40 then 'queued' when n < 1000 then 'duplicate'
                when n < 15000 then 'ignored' else 'applied' end,
           (n = 40)::int, now(), case n when 1500 then 'erased' end
    from generate_series(0, ${planted - 1}) n
    cross join lateral (
      select case when n < ${planted / 2} then ${idFloor('dlv_', nowMs - dayMs)} else ${idFloor('dlv_', nowMs)} end
        || lpad(n::text, 16, '0') as id
    ) made`.execute(database)
  await sql`analyze deliveries`.execute(database)
}, 120_000)

const newest = Array.from({ length: 50 }, (_, index) => `evt_${planted - 1 - index}`)

test.each<[string, Omit<DeliveryFilter, 'orgId'>, string[]]>([
  ['no filter', {}, newest],
  ['a frequent source', { sourceId: 'src_1' }, newest],
  ['a rare source', { sourceId: 'src_rare' }, ['evt_30', 'evt_7']],
  ['a source without deliveries', { sourceId: 'src_none' }, []],
  ['a frequent type', { type: 'signal.created' }, newest],
  ['a rare type', { type: 'listener.updated' }, ['evt_31', 'evt_7']],
  ['a rare status', { status: 'dead' }, ['evt_20', 'evt_7']],
  ['what is queued', { status: 'queued' }, ['evt_40']],
  ['a rare source and a rare type', { sourceId: 'src_rare', type: 'listener.updated' }, ['evt_7']],
  ['a frequent source and a rare status', { sourceId: 'src_1', status: 'dead' }, ['evt_20']],
  ['a rare error', { error: 'erased' }, ['evt_1500']],
  ['an error of another status', { error: 'invalid_data' }, []],
  ['what failed', { error: 'failed' }, ['evt_20', 'evt_7']],
  ['what is tried again', { error: 'retrying' }, ['evt_40']],
  ['an event', { eventId: 'evt_20' }, ['evt_20']],
])('reads few rows for %s among many', async (_name, filter, expected) => {
  const { result, read } = await countRowsRead(database, 'deliveries', (transaction) =>
    listDeliveries(transaction, { orgId, ...filter }, { limit: 50 }),
  )
  expect(result.items.map(({ eventId }) => eventId)).toEqual(expected)
  expect(read).toBeLessThan(1_000)
})

test('counts no further than it is asked to', async () => {
  const count = (filter: Omit<DeliveryFilter, 'orgId'>, atMost: number) =>
    countDeliveriesUpTo(database, { orgId, ...filter }, atMost)
  expect(await count({ sourceId: 'src_rare' }, 100)).toBe(2)
  expect(await count({ status: 'duplicate' }, 100)).toBe(100)
  expect(await count({}, planted + 1)).toBe(planted)
  expect(await count({ type: 'signal.created' }, planted + 1)).toBe(planted - 2)
})
