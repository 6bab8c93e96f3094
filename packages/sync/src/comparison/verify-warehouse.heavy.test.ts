import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { resendChanges, sequenceChanges } from '@signalpost/database/changes'
import { settleWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { startRandomWriters } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backfillWarehouse, syncLeased, syncWarehouse, verifyWarehouse } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { kindNamed, openSyncRig, type SyncRig, type WarehouseCase } from '../test-support/open-sync-rig.ts'
import { notes, stateOf, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

test.each([
  { what: 'lacks', damage: (at: string, key: string) => `delete from ${at}.notes where id = '${key}'` },
  {
    what: 'has as it was before',
    damage: (at: string, key: string) => `update ${at}.notes set _version = _version - 1 where id = '${key}'`,
  },
  {
    what: 'has as it never was',
    damage: (at: string, key: string) =>
      `update ${at}.notes set _version = _version + 1000000 where id = '${key}'`,
  },
  {
    what: 'has with another value under the same version',
    damage: (at: string, key: string) => `update ${at}.notes set body = 'by hand' where id = '${key}'`,
  },
  {
    what: 'has with a value less under the same version',
    damage: (at: string, key: string) => `update ${at}.notes set created_at = null where id = '${key}'`,
  },
  {
    what: 'has as a tombstone under the same version',
    damage: (at: string, key: string) => `update ${at}.notes set _deleted = true where id = '${key}'`,
  },
])('names a row that the warehouse $what, and repairs it', async ({ damage }) => {
  const { warehouse, keys } = await synced(20)
  const whole = await warehouse.rows(notes)
  const key = keys[7] ?? ''
  await warehouse.meddle((at) => damage(at, key))
  expect(await verify(warehouse)).toMatchObject({
    equal: false,
    repaired: 0,
    tables: { notes: { differing: [key] } },
  })
  expect(await stateOf(warehouse)).toMatchObject({ differingRows: 1 })
  expect(await verify(warehouse, { repair: true })).toMatchObject({
    ...{ equal: true, repaired: 1, tables: { notes: { differing: [], repaired: [key], targetRows: 20 } } },
  })
  expect(withoutTrace(await warehouse.rows(notes))).toEqual(withoutTrace(whole))
  expect(await stateOf(warehouse)).toMatchObject({ differingRows: 0 })
})

test('removes rows of the warehouse that the product never had', async () => {
  const { warehouse } = await synced(3)
  await warehouse.meddle(
    (at) => `insert into ${at}.notes (org_id, id, _version, _deleted, _synced_at, _batch_id)
      select org_id, 'note_never', 1, false, now(), 'none' from ${at}.notes limit 1`,
  )
  const found = { differing: ['note_never'], sourceRows: 3, targetRows: 4 }
  expect(await verify(warehouse)).toMatchObject({ equal: false, tables: { notes: found } })
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true, repaired: 1 })
  expect(await warehouse.rows(notes)).toHaveLength(3)
})

test('loses no row if a repair is interrupted', async () => {
  let isCut = true
  const warehouse = await rig.open({
    kind: meddleWithKind(rig.postgres, {
      removeRows: async (next, ...input) => {
        await next(...input)
        if (isCut) throw new Error('gone')
      },
    }),
  })
  await rig.addNotes(warehouse.orgId, ['one', 'two'])
  await sync(warehouse)
  await warehouse.meddle((at) => `update ${at}.notes set _version = _version + 1000000`)
  await expect(verify(warehouse, { repair: true })).rejects.toThrow('gone')
  isCut = false
  await sync(warehouse)
  expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 2 } } })
})

test('finds all rows of a table that was emptied', async () => {
  const { warehouse, keys } = await synced(500)
  await warehouse.meddle((at) => `delete from ${at}.notes`)
  expect((await verify(warehouse)).tables.notes?.differing).toEqual(keys)
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true, repaired: 500 })
})

test('reports no difference for rows that change meanwhile', async () => {
  const warehouse = await rig.open({
    kind: meddleWithKind(rig.postgres, {
      checksum: async (next, ...input) => {
        await rig.changeNotes(warehouse.orgId, `changed ${Math.random()}`)
        const buckets = await next(...input)
        await rig.addNotes(warehouse.orgId, ['new'])
        await sequenceChanges(rig.database)
        return buckets
      },
    }),
  })
  await rig.addNotes(warehouse.orgId, ['one', 'two', 'three'])
  await sync(warehouse)
  await rig.changeNotes(warehouse.orgId, 'changed before')
  const { equal, tables } = await verify(warehouse)
  expect({ equal, sourceRows: tables.notes?.sourceRows }).toEqual({ equal: true, sourceRows: 0 })
})

test('finds a warehouse equal while others write', async () => {
  const warehouse = await rig.open()
  const writers = startRandomWriters({ url: rig.url, orgId: warehouse.orgId, writers: 2 })
  for (let round = 0; round < 2; round += 1) {
    await sync(warehouse)
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  }
  await writers.stop()
})

test('what two PostgreSQL servers print is equal without another look', async () => {
  const kind = meddleWithKind(rig.postgres, { checksum: () => Promise.reject(new Error('looked again')) })
  const warehouse = await rig.open({ kind })
  const { orgId } = warehouse
  const writers = startRandomWriters({ url: rig.url, orgId, writers: 2, holdMs: 1 })
  await expect
    .poll(() => rig.query('select from deal_events where org_id = $1', [orgId]), { timeout: 60_000 })
    .not.toEqual([])
  await writers.stop()
  await rig.query(
    `insert into signals (org_id, signal_id, state, relevance_score) values ($1, 'sig_floats', $2, 1)`,
    [orgId, { last: { document: { rating: 1e-7, rerankScore: 123456789012345680000 } } }],
  )
  await sync(warehouse)
  expect(await verify(warehouse)).toMatchObject({ equal: true })
  await warehouse.meddle((at) => `update ${at}.signals set rating = 0 where id = 'sig_floats'`)
  await expect(verify(warehouse)).rejects.toThrow('looked again')
})

test('rows that are sent again for another warehouse change nothing in this one', async () => {
  const { warehouse, keys } = await synced(3)
  const rows = await warehouse.rows(notes)
  await resendChanges(rig.database, { orgId: warehouse.orgId, table: 'notes', keys })
  await sync(warehouse)
  expect(await warehouse.rows(notes)).toEqual(rows)
})

describe.each([
  { what: 'damaged', damage: (file: string) => truncate(file, 300) },
  { what: 'missing', damage: (file: string) => rm(file) },
])('a data file that is $what', ({ damage }) => {
  const damagedLake = async () => {
    const path = await rig.makeDirectory()
    const warehouse = await rig.open({ kind: kindNamed('parquet'), place: { path } })
    const keys = await rig.addNotes(warehouse.orgId, ['one', 'two'])
    await sync(warehouse)
    const [name = ''] = await readdir(join(path, 'notes'))
    await damage(join(path, 'notes', name))
    return { warehouse, path, keys, file: `notes/${name}` }
  }

  test('names the table with its lost rows, and repairs it', async () => {
    const { warehouse, path, keys, file } = await damagedLake()
    expect(await verify(warehouse)).toMatchObject({
      equal: false,
      tables: { notes: { differing: keys, damagedFiles: [file] }, signals: { damagedFiles: [] } },
    })
    expect(await verify(warehouse, { repair: true })).toMatchObject({
      equal: true,
      tables: { notes: { repaired: keys, damagedFiles: [] } },
    })
    expect(await readdir(path, { recursive: true })).not.toContain(file)
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('restores the table with a backfill', async () => {
    const { warehouse, path, file } = await damagedLake()
    await backfillWarehouse(warehouse.dependencies, warehouse)
    expect(await readdir(path, { recursive: true })).not.toContain(file)
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 2 } } })
  })
})

test('a lake has all tables after its first sync, and gets their copies back at the next', async () => {
  const path = await rig.makeDirectory()
  const warehouse = await rig.open({ kind: kindNamed('parquet'), place: { path } })
  await rig.addNotes(warehouse.orgId, ['one'])
  await sync(warehouse)
  const copies = warehouseTables.map(({ name }) => `${name}.parquet`)
  expect(await readdir(join(path, 'current'))).toEqual(expect.arrayContaining(copies))
  for (const { name } of warehouseTables) expect(await readdir(join(path, name))).toHaveLength(1)
  await rm(join(path, 'current'), { recursive: true })
  await sync(warehouse)
  expect(await readdir(join(path, 'current'))).toEqual(expect.arrayContaining(copies))
  for (const { name } of warehouseTables) expect(await readdir(join(path, name))).toHaveLength(1)
})

test('compares a warehouse at its position, and syncs nothing', async () => {
  const { warehouse, keys } = await synced(4)
  const before = await warehouse.rows(notes)
  await rig.changeNotes(warehouse.orgId, 'changed later')
  await rig.addNotes(warehouse.orgId, ['new'])
  expect(await verify(warehouse)).toMatchObject({
    equal: true,
    tables: { notes: { differing: [], sourceRows: 0 } },
  })
  expect(await warehouse.rows(notes)).toEqual(before)
  await warehouse.meddle((at) => `update ${at}.notes set body = 'by hand' where id = '${keys[0]}'`)
  expect(await verify(warehouse)).toMatchObject({ equal: true })
  await sync(warehouse)
  expect(await verify(warehouse)).toMatchObject({
    equal: true,
    tables: { notes: { sourceRows: 5, targetRows: 5 } },
  })
})

test('writes nothing without --repair, whatever differs', async () => {
  const calls: string[] = []
  const writing = [
    'prepare',
    'writeCursor',
    'stage',
    'commit',
    'moveCursor',
    'removeRows',
    'dropTables',
  ] as const
  const kind = meddleWithKind(
    rig.postgres,
    Object.fromEntries(writing.map((name) => [name, async () => void calls.push(name)])),
  )
  const { warehouse, keys } = await synced(3)
  const row = await warehouse.row()
  await warehouse.meddle((at) => `delete from ${at}.notes where id = '${keys[1]}'`)
  await warehouse.meddle((at) => `drop table ${at}.deals cascade`)
  const dependencies = { ...warehouse.dependencies, kinds: [kind] }
  const report = await verifyWarehouse(dependencies, warehouse, { repair: false })
  expect(report).toMatchObject({ equal: false, tables: { notes: { differing: [keys[1]] } } })
  expect(calls).toEqual([])
  expect(await warehouse.row()).toMatchObject({ last_sync_at: row.last_sync_at, due_at: row.due_at })
})

test('compares and repairs a warehouse that is paused, and leaves it paused', async () => {
  const { warehouse, keys } = await synced(3)
  await setWarehousePaused(rig.database, { ...warehouse, isPaused: true })
  await warehouse.meddle((at) => `update ${at}.notes set body = 'by hand' where id = '${keys[2]}'`)
  await rig.addNotes(warehouse.orgId, ['waits for the sync'])
  expect(await verify(warehouse)).toMatchObject({ equal: false, tables: { notes: { differing: [keys[2]] } } })
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true, repaired: 1 })
  expect(await warehouse.rows(notes)).toHaveLength(3)
  expect(await stateOf(warehouse)).toMatchObject({ state: 'paused', lagRows: 1 })
})

test('leaves a degraded warehouse degraded, and compares it', async () => {
  const { warehouse } = await synced(2)
  const lease = await warehouse.lease()
  await settleWarehouse(rig.database, {
    ...lease,
    outcome: { result: 'failed', error: 'away', retryMs: 60_000 },
  })
  expect(await verify(warehouse)).toMatchObject({ equal: true })
  expect(await stateOf(warehouse)).toMatchObject({ state: 'degraded', lastError: 'away' })
})

test('repairs one warehouse alone', async () => {
  const { warehouse, keys } = await synced(3)
  const other = await rig.open({ orgId: warehouse.orgId })
  await sync(other)
  const rows = await other.rows(notes)
  await warehouse.meddle((at) => `update ${at}.notes set _version = _version + 1000000, body = 'by hand'`)
  await warehouse.meddle((at) => `delete from ${at}.notes where id = '${keys[0]}'`)
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true, repaired: 3 })
  expect(await stateOf(warehouse)).toMatchObject({ lagRows: 0 })
  expect(await stateOf(other)).toMatchObject({ lagRows: 0 })
  expect(await sync(other)).toMatchObject({ rows: { notes: 0 } })
  expect(await other.rows(notes)).toEqual(rows)
})

test('names a column that is missing or of another type, and compares the others', async () => {
  const { warehouse, keys } = await synced(3)
  await warehouse.meddle(
    (at) =>
      `alter table ${at}.notes drop column body cascade; alter table ${at}.notes alter column target_id type varchar(99)`,
  )
  await warehouse.meddle((at) => `update ${at}.notes set created_by = 'by hand' where id = '${keys[1]}'`)
  const report = await verify(warehouse)
  expect(report).toMatchObject({
    ...{ equal: false },
    tables: {
      notes: {
        differing: [keys[1]],
        faultyColumns: [
          { column: 'target_id', expected: 'text', found: 'character varying(99)' },
          { column: 'body', expected: 'text', found: undefined },
        ],
      },
    },
  })
  expect(await stateOf(warehouse)).toMatchObject({ differingRows: 3 })
  const left = await verify(warehouse, { repair: true })
  expect(left.tables.notes).toMatchObject({ differing: [], faultyColumns: [{ column: 'target_id' }] })
  expect((await warehouse.rows(notes)).map(({ body }) => body)).toEqual(['note 0', 'note 1', 'note 2'])
})

test('a sync fills a column that was dropped by hand, in all rows', async () => {
  const { warehouse } = await synced(250)
  const before = withoutTrace(await warehouse.rows(notes))
  await warehouse.meddle((at) => `alter table ${at}.notes drop column body cascade`)
  await sync(warehouse)
  expect(withoutTrace(await warehouse.rows(notes))).toEqual(before)
  expect(await verify(warehouse)).toMatchObject({ equal: true })
})

test('a sync that ends in the middle of filling a column continues it', async () => {
  let isCut = true
  const { warehouse } = await synced(3)
  const kind = meddleWithKind(rig.postgres, {
    prepare: async (next, ...input) => {
      await next(...input)
      if (isCut) throw new Error('gone')
    },
  })
  await warehouse.meddle((at) => `alter table ${at}.notes drop column body cascade`)
  const dependencies = { ...warehouse.dependencies, kinds: [kind] }
  await expect(syncWarehouse(dependencies, warehouse)).rejects.toThrow('gone')
  isCut = false
  await syncWarehouse(dependencies, warehouse)
  expect((await warehouse.rows(notes)).map(({ body }) => body)).toEqual(['note 0', 'note 1', 'note 2'])
})

test('names a table that is gone with all its keys, and a sync recreates it', async () => {
  const { warehouse, keys } = await synced(3)
  const whole = await warehouse.rows(notes)
  await warehouse.meddle((at) => `drop table ${at}.notes cascade`)
  await warehouse.meddle((at) => `drop table ${at}.deals cascade`)
  expect(await verify(warehouse)).toMatchObject({
    ...{ equal: false },
    tables: {
      notes: { isMissing: true, differing: keys, sourceRows: 3, targetRows: 0 },
      deals: { isMissing: true, differing: [] },
      listeners: { isMissing: false },
    },
  })
  // The worker's own sync, of which nothing changed.
  expect(await syncLeased(warehouse.dependencies, await warehouse.lease())).toMatchObject({
    rows: { notes: 3 },
  })
  expect(withoutTrace(await warehouse.rows(notes))).toEqual(withoutTrace(whole))
  expect(await verify(warehouse)).toMatchObject({ equal: true })
  await warehouse.meddle((at) => `drop table ${at}.notes cascade`)
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true, repaired: 3 })
})

test('a sync without changes checks from time to time whether the tables exist', async () => {
  const { warehouse } = await synced(2)
  expect(await syncLeased(warehouse.dependencies, await warehouse.lease())).toBeUndefined()
  await warehouse.meddle((at) => `drop table ${at}.notes cascade`)
  await rig.setOpenedAgo(warehouse.warehouseId, 21_000)
  expect(await syncLeased(warehouse.dependencies, await warehouse.lease())).toMatchObject({
    rows: { notes: 2 },
  })
  expect(await warehouse.rows(notes)).toHaveLength(2)
  expect(await syncLeased(warehouse.dependencies, await warehouse.lease())).toBeUndefined()
})

async function synced(count: number): Promise<{ warehouse: WarehouseCase; keys: string[] }> {
  const warehouse = await rig.open({ limitRows: 100 })
  const keys = await rig.addNotes(
    warehouse.orgId,
    Array.from({ length: count }, (_, index) => `note ${index}`),
  )
  await sync(warehouse)
  return { warehouse, keys }
}

/** Returns rows without the columns of their sync. */
function withoutTrace(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ _synced_at, _batch_id, ...row }) => row)
}
