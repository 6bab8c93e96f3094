import { join } from 'node:path'
import { createId, createPartitions, dropExpiredPartitions } from '@signalpost/database'
import { eraseBodies, pruneCaptured, settleDeliveries } from '@signalpost/database/ledger'
import { dayMs } from '@signalpost/domain'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findTable,
  kindNamed,
  openSyncRig,
  type SyncRig,
  type WarehouseCase,
} from '../test-support/open-sync-rig.ts'
import { sync, verify } from '../test-support/use-warehouse.ts'

const ledger = findTable('ledger_events')
const nowMs = Date.now()
const oldMs = nowMs - 40 * dayMs
let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
  await createPartitions(rig.database, { nowMs: oldMs, daysAhead: 0 })
})

afterAll(() => rig.close())

/** Receives an event about a signal and settles it. Returns its id. */
async function receive(orgId: string, signalId: string, atMs = nowMs): Promise<string> {
  const id = createId('dlv_', atMs)
  const body = JSON.stringify({ data: { signalId, text: `secret of ${signalId}` } })
  await rig.query(
    `insert into requests (request_id, source_id, received_at, trace_id, signature_headers, body, sha256)
     values ($1, 'src_1', to_timestamp($2), 't', '{}', $3, '')`,
    [id, atMs / 1000, Buffer.from(body)],
  )
  await rig.query(
    `insert into deliveries
       (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, due_at, record_id)
     values ($1, $1, 0, 'bat_1', $2, 'src_1', $1, 'signal.read', to_timestamp($3), 'infinity', $4)`,
    [id, orgId, atMs / 1000, signalId],
  )
  await rig.database
    .transaction()
    .execute((transaction) => settleDeliveries(transaction, [{ deliveryId: id, status: 'applied' }], atMs))
  return id
}

async function letLeave(): Promise<void> {
  await dropExpiredPartitions(rig.database, { nowMs, ledgerDays: 30 })
  await pruneCaptured(rig.database, { nowMs, ledgerDays: 30 })
  await createPartitions(rig.database, { nowMs: oldMs, daysAhead: 0 })
}

const excludes = (warehouse: WarehouseCase) =>
  rig.query('update warehouses set excludes_personal = true, edition = edition + 1 where warehouse_id = $1', [
    warehouse.warehouseId,
  ])

const textOf = async (warehouse: WarehouseCase) => JSON.stringify(await warehouse.rows(ledger))

describe('what has left the ledger', () => {
  test('stays in a warehouse, and is neither compared nor removed', async () => {
    const warehouse = await rig.open()
    const old = await receive(warehouse.orgId, 'sig_old', oldMs)
    await sync(warehouse)
    const [row] = await warehouse.rows(ledger)
    expect(row).toMatchObject({ delivery_id: old, status: 'applied', type: 'signal.read' })
    expect(row?.event).toMatchObject({ data: { text: 'secret of sig_old' } })
    await letLeave()
    const recent = await receive(warehouse.orgId, 'sig_new')
    await sync(warehouse)
    const counted = { differing: [], sourceRows: 1, targetRows: 1 }
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { ledger_events: counted } })
    await warehouse.meddle((at) => `update ${at}.ledger_events set event = null`)
    expect(await verify(warehouse, { repair: true })).toMatchObject({
      ...{ equal: true, tables: { ledger_events: { repaired: [recent] } } },
    })
    await warehouse.meddle(
      (
        at,
      ) => `insert into ${at}.ledger_events (org_id, delivery_id, _version, _deleted, _synced_at, _batch_id)
        values ('${warehouse.orgId}', 'dlv_never', 1, false, now(), 'none')`,
    )
    expect(await verify(warehouse, { repair: true })).toMatchObject({
      ...{ equal: true, tables: { ledger_events: { repaired: ['dlv_never'] } } },
    })
    expect((await warehouse.rows(ledger)).map((one) => one.delivery_id)).toEqual([old, recent])
  })

  test('stays when the database has another history', async () => {
    const warehouse = await rig.open()
    await receive(warehouse.orgId, 'sig_old', oldMs)
    await sync(warehouse)
    await letLeave()
    await receive(warehouse.orgId, 'sig_new')
    await sync(warehouse)
    await warehouse.meddle(
      (at) =>
        `update ${at}._signalpost_cursors set position = position + 1000 where table_name = 'ledger_events'`,
    )
    await receive(warehouse.orgId, 'sig_newer')
    await sync(warehouse)
    expect(await textOf(warehouse)).toMatch(/secret of sig_old.*secret of sig_new.*secret of sig_newer/)
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('loses its contents where personal data is left out afterwards, and comes to a new warehouse without them', async () => {
    const warehouse = await rig.open()
    const old = await receive(warehouse.orgId, 'sig_old', oldMs)
    await sync(warehouse)
    await letLeave()
    const late = await rig.open({ orgId: warehouse.orgId })
    await sync(late)
    expect(await late.rows(ledger)).toEqual([])
    for (const one of [warehouse, late]) {
      await excludes(one)
      await sync(one)
      expect(await one.rows(ledger)).toMatchObject([{ delivery_id: old, status: 'applied', event: null }])
      expect(await verify(one)).toMatchObject({ equal: true })
    }
  })
})

test('no other table waits until a new warehouse has copied the ledger', async () => {
  const { orgId } = await rig.open()
  const event = await receive(orgId, 'sig_1')
  await rig.addSignal(orgId, 'sig_1')
  const warehouse = await rig.open({ orgId })
  const writer = new pg.Client({ connectionString: rig.url })
  await writer.connect()
  try {
    // The copy waits for those who write to the ledger.
    await writer.query('begin; lock table deliveries in row exclusive mode')
    const synced = sync(warehouse)
    await expect
      .poll(() => warehouse.rows(findTable('signals')).catch(() => []), { timeout: 30_000 })
      .toMatchObject([{ id: 'sig_1' }])
    await writer.query('rollback')
    await synced
  } finally {
    await writer.end()
  }
  expect(await warehouse.rows(ledger)).toMatchObject([{ delivery_id: event }])
})

test.each(['postgres', 'duckdb', 'parquet'])(
  'an erasure reaches the events in %s, also those that left',
  async (name) => {
    const directory = await rig.makeDirectory()
    const path = name === 'duckdb' ? join(directory, 'a.duckdb') : directory
    const warehouse = await rig.open(name === 'postgres' ? {} : { kind: kindNamed(name), place: { path } })
    const { orgId } = warehouse
    const erased = [await receive(orgId, 'sig_1', oldMs), await receive(orgId, 'sig_1')]
    const kept = await receive(orgId, 'sig_2')
    await sync(warehouse)
    await letLeave()
    await eraseBodies(rig.database, { orgId, signalId: 'sig_1' })
    expect(await sync(warehouse)).toMatchObject({ rows: { ledger_events: 2 } })
    expect(await verify(warehouse)).toMatchObject({
      ...{ equal: true, tables: { ledger_events: { sourceRows: 3, targetRows: 3 } } },
    })
    const hashes = await warehouse.work(({ target }) => target.checksum(ledger, 2))
    expect(hashes.reduce((sum, { rows }) => sum + rows, 0n)).toBe(3n)
    if (name !== 'postgres') return
    expect(await warehouse.rows(ledger)).toMatchObject([
      { delivery_id: erased[0], event: null },
      { delivery_id: erased[1], event: null },
      { delivery_id: kept, event: { data: { text: 'secret of sig_2' } } },
    ])
  },
)
