import { randomBytes } from 'node:crypto'
import { dayMs } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { beforeEach, describe, expect } from 'vitest'
import { createWorkspace, updateWorkspace } from '../../access/workspaces.ts'
import type { Database, DatabasePool } from '../../database.ts'
import { discardDeliveries } from '../../ledger/discard-deliveries.ts'
import { eraseBodies, eraseRecordedBodies } from '../../ledger/erasure/erase-bodies.ts'
import { pruneDeliveries } from '../../ledger/prune-deliveries.ts'
import { replayDeliveries } from '../../ledger/replay-deliveries.ts'
import { postponeDelivery } from '../../ledger/settle-deliveries.ts'
import { dropExpiredPartitions } from '../../schema/partitions.ts'
import { createSecretBox } from '../../secret-box.ts'
import { createWarehouse, deleteWarehouse } from '../../warehouses/warehouses.ts'
import { type Received, receive, settle, store } from '../test-support/receive.ts'
import { tableOf } from '../test-support/stage-spool.ts'
import { captureLedger } from './capture-ledger.ts'
import { findLeft } from './find-left.ts'
import { pruneCaptured } from './prune-captured.ts'

const nowMs = Date.now()
const about = (signalId: string) => ({ data: { signalId } })

let database: Database
let pool: DatabasePool
let orgId: string
let warehouseId: string
let workspaces = 0

test.beforeAll(({ connection }) => {
  ;({ database, pool } = connection)
})

beforeEach(async () => {
  workspaces += 1
  orgId = `org_${workspaces}`
  const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 0 }
  await createWorkspace(database, { orgId, name: orgId, ...plan })
  warehouseId = await addWarehouse()
})

async function addWarehouse({ hasLedger = true } = {}): Promise<string> {
  const place = {
    kind: 'duckdb',
    name: 'A',
    settings: {},
    secrets: {},
    location: randomBytes(8).toString('hex'),
  }
  const created = await createWarehouse(database, createSecretBox(randomBytes(32)), {
    ...{ orgId, ...place, hasLedger },
    ...{ intervalMs: 20_000, excludesPersonal: false, hasBounds: false },
  })
  return created.warehouseId
}

const receiveOne = (given: Omit<Received, 'orgId'>) => receive({ database, pool }, { orgId, ...given })
const storeOne = (given: Omit<Received, 'orgId'>) => store({ database, pool }, { orgId, ...given })

async function captured(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select delivery_id as id, status, event, has_left as "hasLeft" from ledger_events
    where org_id = ${orgId} order by delivery_id`.execute(database)
  return rows
}

async function noted(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with taken as (delete from change_inbox where org_id = ${orgId} returning *)
    select record_id as id from taken where table_name = 'ledger_events' order by 1`.execute(database)
  return rows.map(({ id }) => id)
}

const events = async () => (await captured()).map(({ event }) => event)

describe('what is settled is copied', () => {
  test('as it came, whatever the body is', async () => {
    const array = [{ n: 1, ...about('sig_1') }, { n: 2 }]
    await receiveOne({ body: array })
    await receiveOne({ body: { n: 3 } })
    await receiveOne({ body: [1, 2].join(), type: null })
    await receiveOne({ body: '[{"n": 4}]', type: null })
    await receiveOne({ body: 'payload=x', event: { n: 5 } })
    await receiveOne({ body: Buffer.from([0x22, 0xff, 0x22]), type: null })
    expect(await events()).toEqual([...array, { n: 3 }, null, [{ n: 4 }], { n: 5 }, null])
  })

  test('with U+FFFD for what a database cannot hold', async () => {
    const body = String.raw`{"a":"\u0000\u0000\\u0000\\\u0000","b":"\ud83d\ude00\ud83d\ude00","c":"\ud83dx\ude00"}`
    await receiveOne({ body })
    expect(await events()).toEqual([{ a: String.raw`��\u0000\�`, b: '😀😀', c: '�x�' }])
  })

  test('however it is settled, also again', async () => {
    const [applied = ''] = await receiveOne({ body: { n: 1 } })
    const [dead = ''] = await storeOne({ body: { n: 2 } })
    const failure = { deliveryId: dead, error: 'broken', delayMs: 0 }
    await postponeDelivery(database, { ...failure, isLast: false })
    expect(await captured()).toMatchObject([{ id: applied, status: 'applied' }])
    await postponeDelivery(database, { ...failure, isLast: true })
    const [discarded = ''] = await storeOne({ body: { n: 3 } })
    await discardDeliveries(database, [discarded])
    expect(await captured()).toMatchObject([
      { id: applied, status: 'applied', event: { n: 1 } },
      { id: dead, status: 'dead', event: { n: 2 } },
      { id: discarded, status: 'ignored', event: { n: 3 } },
    ])
    expect(await noted()).toEqual([applied, dead, discarded])
    await replayDeliveries(database, [dead])
    expect(await noted()).toEqual([])
    await settle(database, [dead], {})
    expect((await captured())[1]).toMatchObject({ status: 'applied' })
    expect(await noted()).toEqual([dead])
  })

  test('where a warehouse of the workspace has the ledger alone', async () => {
    await deleteWarehouse(database, { warehouseId })
    await addWarehouse({ hasLedger: false })
    const ids = await receiveOne({ body: [{ n: 1 }, { n: 2 }] })
    await discardDeliveries(database, await storeOne({ body: {} }))
    expect(await captured()).toEqual([])
    const others = await addWarehouse()
    await captureLedger(database, { warehouseId: others, orgId: 'org_other' })
    expect(await captured()).toEqual([])
    expect(ids).toHaveLength(2)
  })
})

describe('a new warehouse gets what the ledger has', () => {
  test('with what another transaction was settling when it came', async () => {
    await deleteWarehouse(database, { warehouseId })
    const [before, during] = [await receiveOne({ body: { n: 1 } }), await storeOne({ body: { n: 2 } })]
    await storeOne({ body: { n: 'queued' } })
    const settling = await database.startTransaction().execute()
    await sql`update deliveries set status = 'applied' where delivery_id = ${during[0]}`.execute(settling)
    const added = await addWarehouse()
    let isCaptured = false
    const capturing = captureLedger(database, { warehouseId: added, orgId }).then(() => {
      isCaptured = true
    })
    await expect.poll(async () => isWaiting(), { timeout: 20_000 }).toBe(true)
    expect(isCaptured).toBe(false)
    await settling.commit().execute()
    await capturing
    expect(await captured()).toMatchObject([
      { id: before[0], event: { n: 1 } },
      { id: during[0], event: { n: 2 } },
    ])
    await noted()
    await captureLedger(database, { warehouseId: added, orgId })
    expect(await noted()).toEqual([])
  })

  test('part by part, and continues where it ended', async () => {
    const ids = await receiveOne({ body: Array.from({ length: 450 }, (_, n) => ({ n })) })
    const added = await addWarehouse()
    await sql`update warehouses set ledger_captured_after = ${ids[399]} where warehouse_id = ${added}`.execute(
      database,
    )
    await sql`update ledger_events set status = 'dead' where org_id = ${orgId}`.execute(database)
    await captureLedger(database, { warehouseId: added, orgId })
    const statuses = (await captured()).map(({ status }) => status)
    expect(statuses.slice(0, 400)).toEqual(Array(400).fill('dead'))
    expect(statuses.slice(400)).toEqual(Array(50).fill('applied'))
    await captureLedger(database, { warehouseId: added, orgId, shouldStop: () => true })
  })
})

/** Whether a process looks who writes. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%from pg_locks%'`.execute(
    database,
  )
  return rows.length > 0
}

describe('what leaves the ledger', () => {
  const oldMs = nowMs - 40 * dayMs

  test.each([
    ['with its partition', () => dropExpiredPartitions(database, { nowMs, ledgerDays: 30 })],
    [
      'by the days of its workspace',
      async () => {
        await updateWorkspace(database, orgId, { retentionDays: 7 })
        await pruneDeliveries(database, { nowMs, ledgerDays: 30 })
      },
    ],
  ])('%s loses its contents here, which is no change for warehouses', async (_how, drop) => {
    const [old = ''] = await receiveOne({ body: { n: 1 }, atMs: oldMs })
    const [recent = ''] = await receiveOne({ body: { n: 2 } })
    await noted()
    expect(await pruneCaptured(database, { nowMs, ledgerDays: 30 })).toBe(0)
    await drop()
    expect(await pruneCaptured(database, { nowMs, ledgerDays: 30 })).toBe(1)
    expect(await captured()).toMatchObject([
      { id: old, event: null, hasLeft: true },
      { id: recent, event: { n: 2 }, hasLeft: false },
    ])
    expect(await noted()).toEqual([])
    const table = tableOf('ledger_events')
    expect(await findLeft(database, { orgId, table, keys: [old, recent] })).toEqual(new Set([old]))
    expect(await pruneCaptured(database, { nowMs, ledgerDays: 30 })).toBe(0)
  })

  test('stays while it is a dead letter', async () => {
    await receiveOne({ body: { n: 1 }, status: 'dead', atMs: oldMs })
    await dropExpiredPartitions(database, { nowMs, ledgerDays: 30 })
    await pruneCaptured(database, { nowMs, ledgerDays: 30 })
    expect(await captured()).toMatchObject([{ event: { n: 1 }, hasLeft: false }])
  })
})

describe('an erasure', () => {
  test.each([
    ['of all bodies', eraseBodies],
    ['of recorded ones', eraseRecordedBodies],
  ])(
    '%s blanks what was copied about the signal, also what the ledger has dropped',
    async (_which, erase) => {
      const oldMs = nowMs - 40 * dayMs
      const signal = { data: { signal: { id: 'sig_1', title: 'secret' } } }
      const [old = ''] = await receiveOne({ body: signal, atMs: oldMs, recordId: 'sig_1' })
      await dropExpiredPartitions(database, { nowMs, ledgerDays: 30 })
      await pruneCaptured(database, { nowMs, ledgerDays: 30 })
      const both = await receiveOne({ body: [about('sig_1'), about('sig_2')], recordId: 'sig_1' })
      const [form = ''] = await receiveOne({ body: 'x', event: about('sig_1'), recordId: 'sig_1' })
      const [named = ''] = await receiveOne({ body: '{}', recordId: 'sig_1' })
      await noted()
      await erase(database, { orgId, signalId: 'sig_1' })
      const blank = { event: null, hasLeft: false }
      expect(await captured()).toMatchObject([
        { id: old, status: 'applied', ...blank },
        { id: both[0], ...blank },
        { id: both[1], ...blank },
        { id: form, ...blank },
        { id: named, ...blank },
      ])
      expect(await noted()).toEqual([old, ...both, form, named])
      await erase(database, { orgId, signalId: 'sig_1' })
      await pruneCaptured(database, { nowMs, ledgerDays: 30 })
      expect(await noted()).toEqual([])
    },
  )

  test('keeps the events of other signals and workspaces', async () => {
    await receiveOne({ body: about('sig_2'), recordId: 'sig_2' })
    await eraseBodies(database, { orgId, signalId: 'sig_1' })
    await eraseBodies(database, { orgId: 'org_other', signalId: 'sig_2' })
    expect(await events()).toEqual([about('sig_2')])
  })

  test('reaches an event that was being copied when it began', async () => {
    const [id = ''] = await storeOne({ body: about('sig_1') })
    const settling = await database.startTransaction().execute()
    await sql`
      insert into ledger_events (org_id, delivery_id, source_id, event_id, status, received_at, event, signal_ids)
      values (${orgId}, ${id}, 'src_1', 'evt_1', 'applied', now(), '{"old": true}', array['sig_1'])`.execute(
      settling,
    )
    const erasing = eraseBodies(database, { orgId, signalId: 'sig_1' })
    await expect.poll(async () => isWaiting(), { timeout: 20_000 }).toBe(true)
    await settling.commit().execute()
    await erasing
    expect(await events()).toEqual([null])
  })
})
