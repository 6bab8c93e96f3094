import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { resendChanges, sequenceChanges } from '@signalpost/database/changes'
import { settleWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { startRandomWriters } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  backfillWarehouse,
  listWarehouseStates,
  syncLeased,
  syncWarehouse,
  verifyWarehouse,
} from './index.ts'
import { meddleWithKind } from './test-support/meddle-with-kind.ts'
import {
  findTable,
  kindNamed,
  openSyncRig,
  type SyncRig,
  type WarehouseCase,
} from './test-support/open-sync-rig.ts'

const notes = findTable('notes')
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
  const { it, keys } = await synced(20)
  const whole = await it.rows(notes)
  const key = keys[7] ?? ''
  await it.meddle((at) => damage(at, key))
  expect(await verify(it)).toMatchObject({
    equal: false,
    repaired: 0,
    tables: { notes: { differing: [key] } },
  })
  expect(await stateOf(it)).toMatchObject({ differingRows: 1 })
  expect(await verify(it, { repair: true })).toMatchObject({
    ...{ equal: true, repaired: 1, tables: { notes: { differing: [], repaired: [key], targetRows: 20 } } },
  })
  expect(withoutTrace(await it.rows(notes))).toEqual(withoutTrace(whole))
  expect(await stateOf(it)).toMatchObject({ differingRows: 0 })
})

test('removes what the warehouse has beside the rows of the product', async () => {
  const { it } = await synced(3)
  await it.meddle(
    (at) => `insert into ${at}.notes (org_id, id, _version, _deleted, _synced_at, _batch_id)
      select org_id, 'note_never', 1, false, now(), 'none' from ${at}.notes limit 1`,
  )
  const found = { differing: ['note_never'], sourceRows: 3, targetRows: 4 }
  expect(await verify(it)).toMatchObject({ equal: false, tables: { notes: found } })
  expect(await verify(it, { repair: true })).toMatchObject({ equal: true, repaired: 1 })
  expect(await it.rows(notes)).toHaveLength(3)
})

test('loses no row where a repair ends in the middle', async () => {
  let isCut = true
  const it = await rig.open({
    kind: meddleWithKind(rig.postgres, {
      removeRows: async (next, ...input) => {
        await next(...input)
        if (isCut) throw new Error('gone')
      },
    }),
  })
  await rig.addNotes(it.orgId, ['one', 'two'])
  await syncWarehouse(it.dependencies, it)
  await it.meddle((at) => `update ${at}.notes set _version = _version + 1000000`)
  await expect(verify(it, { repair: true })).rejects.toThrow('gone')
  isCut = false
  await syncWarehouse(it.dependencies, it)
  expect(await verify(it)).toMatchObject({ equal: true, tables: { notes: { targetRows: 2 } } })
})

test('finds all rows of a table that was emptied', async () => {
  const { it, keys } = await synced(500)
  await it.meddle((at) => `delete from ${at}.notes`)
  expect((await verify(it)).tables.notes?.differing).toEqual(keys)
  expect(await verify(it, { repair: true })).toMatchObject({ equal: true, repaired: 500 })
})

test('takes nothing that changes meanwhile for a difference', async () => {
  const it = await rig.open({
    kind: meddleWithKind(rig.postgres, {
      checksum: async (next, ...input) => {
        await rig.changeNotes(it.orgId, `changed ${Math.random()}`)
        const buckets = await next(...input)
        await rig.addNotes(it.orgId, ['new'])
        await sequenceChanges(rig.database)
        return buckets
      },
    }),
  })
  await rig.addNotes(it.orgId, ['one', 'two', 'three'])
  await syncWarehouse(it.dependencies, it)
  const { equal, tables } = await verify(it)
  expect({ equal, sourceRows: tables.notes?.sourceRows }).toEqual({ equal: true, sourceRows: 0 })
})

test('is equal while others write', async () => {
  const it = await rig.open()
  const writers = startRandomWriters({ url: rig.url, orgId: it.orgId, writers: 2 })
  for (let round = 0; round < 2; round += 1) {
    await syncWarehouse(it.dependencies, it)
    expect(await verify(it)).toMatchObject({ equal: true })
  }
  await writers.stop()
})

test('rows that are sent again for another warehouse change nothing in this one', async () => {
  const { it, keys } = await synced(3)
  const rows = await it.rows(notes)
  await resendChanges(rig.database, { orgId: it.orgId, table: 'notes', keys })
  await syncWarehouse(it.dependencies, it)
  expect(await it.rows(notes)).toEqual(rows)
})

describe.each([
  { what: 'damaged', damage: (file: string) => truncate(file, 300) },
  { what: 'missing', damage: (file: string) => rm(file) },
])('a data file that is $what', ({ damage }) => {
  const damagedLake = async () => {
    const path = await rig.makeDirectory()
    const it = await rig.open({ kind: kindNamed('parquet'), place: { path } })
    const keys = await rig.addNotes(it.orgId, ['one', 'two'])
    await syncWarehouse(it.dependencies, it)
    const [name = ''] = await readdir(join(path, 'notes'))
    await damage(join(path, 'notes', name))
    return { it, path, keys, file: `notes/${name}` }
  }

  test('is named with the rows that are lost, and repaired', async () => {
    const { it, path, keys, file } = await damagedLake()
    expect(await verify(it)).toMatchObject({
      equal: false,
      tables: { notes: { differing: keys, damagedFiles: [file] }, signals: { damagedFiles: [] } },
    })
    expect(await verify(it, { repair: true })).toMatchObject({
      equal: true,
      tables: { notes: { repaired: keys, damagedFiles: [] } },
    })
    expect(await readdir(path, { recursive: true })).not.toContain(file)
    expect(await verify(it)).toMatchObject({ equal: true })
  })

  test('is restored by a backfill', async () => {
    const { it, path, file } = await damagedLake()
    await backfillWarehouse(it.dependencies, it)
    expect(await readdir(path, { recursive: true })).not.toContain(file)
    expect(await verify(it)).toMatchObject({ equal: true, tables: { notes: { targetRows: 2 } } })
  })
})

test('a lake has all tables after its first sync, and gets their copies back at the next', async () => {
  const path = await rig.makeDirectory()
  const it = await rig.open({ kind: kindNamed('parquet'), place: { path } })
  await rig.addNotes(it.orgId, ['one'])
  await syncWarehouse(it.dependencies, it)
  const copies = warehouseTables.map(({ name }) => `${name}.parquet`)
  expect(await readdir(join(path, 'current'))).toEqual(expect.arrayContaining(copies))
  for (const { name } of warehouseTables) expect(await readdir(join(path, name))).toHaveLength(1)
  await rm(join(path, 'current'), { recursive: true })
  await syncWarehouse(it.dependencies, it)
  expect(await readdir(join(path, 'current'))).toEqual(expect.arrayContaining(copies))
  for (const { name } of warehouseTables) expect(await readdir(join(path, name))).toHaveLength(1)
})

test('compares a warehouse where it stands, and brings nothing to it', async () => {
  const { it, keys } = await synced(4)
  const before = await it.rows(notes)
  await rig.changeNotes(it.orgId, 'changed later')
  await rig.addNotes(it.orgId, ['new'])
  expect(await verify(it)).toMatchObject({ equal: true, tables: { notes: { differing: [], sourceRows: 0 } } })
  expect(await it.rows(notes)).toEqual(before)
  await it.meddle((at) => `update ${at}.notes set body = 'by hand' where id = '${keys[0]}'`)
  expect(await verify(it)).toMatchObject({ equal: true })
  await syncWarehouse(it.dependencies, it)
  expect(await verify(it)).toMatchObject({ equal: true, tables: { notes: { sourceRows: 5, targetRows: 5 } } })
})

test('writes nothing without being asked to, whatever differs', async () => {
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
  const { it, keys } = await synced(3)
  const row = await it.row()
  await it.meddle((at) => `delete from ${at}.notes where id = '${keys[1]}'`)
  await it.meddle((at) => `drop table ${at}.deals`)
  const dependencies = { ...it.dependencies, kinds: [kind] }
  const report = await verifyWarehouse(dependencies, it, { repair: false })
  expect(report).toMatchObject({ equal: false, tables: { notes: { differing: [keys[1]] } } })
  expect(calls).toEqual([])
  expect(await it.row()).toMatchObject({ last_sync_at: row.last_sync_at, due_at: row.due_at })
})

test('compares and repairs a warehouse that is paused, and leaves it paused', async () => {
  const { it, keys } = await synced(3)
  await setWarehousePaused(rig.database, { ...it, isPaused: true })
  await it.meddle((at) => `update ${at}.notes set body = 'by hand' where id = '${keys[2]}'`)
  await rig.addNotes(it.orgId, ['waits for the sync'])
  expect(await verify(it)).toMatchObject({ equal: false, tables: { notes: { differing: [keys[2]] } } })
  expect(await verify(it, { repair: true })).toMatchObject({ equal: true, repaired: 1 })
  expect(await it.rows(notes)).toHaveLength(3)
  expect(await stateOf(it)).toMatchObject({ state: 'paused', lagRows: 1 })
})

test('leaves a degraded warehouse degraded, and compares it', async () => {
  const { it } = await synced(2)
  const lease = await it.lease()
  await settleWarehouse(rig.database, {
    ...lease,
    outcome: { result: 'failed', error: 'away', retryMs: 60_000 },
  })
  expect(await verify(it)).toMatchObject({ equal: true })
  expect(await stateOf(it)).toMatchObject({ state: 'degraded', lastError: 'away' })
})

test('repairs one warehouse alone', async () => {
  const { it, keys } = await synced(3)
  const other = await rig.open({ orgId: it.orgId })
  await syncWarehouse(other.dependencies, other)
  const rows = await other.rows(notes)
  await it.meddle((at) => `update ${at}.notes set _version = _version + 1000000, body = 'by hand'`)
  await it.meddle((at) => `delete from ${at}.notes where id = '${keys[0]}'`)
  expect(await verify(it, { repair: true })).toMatchObject({ equal: true, repaired: 3 })
  expect(await stateOf(it)).toMatchObject({ lagRows: 0 })
  expect(await stateOf(other)).toMatchObject({ lagRows: 0 })
  expect(await syncWarehouse(other.dependencies, other)).toMatchObject({ rows: { notes: 0 } })
  expect(await other.rows(notes)).toEqual(rows)
})

test('names a column that is gone or of another type, and the others stay compared', async () => {
  const { it, keys } = await synced(3)
  await it.meddle((at) => `alter table ${at}.notes drop column body, alter column target_id type varchar(99)`)
  await it.meddle((at) => `update ${at}.notes set created_by = 'by hand' where id = '${keys[1]}'`)
  const report = await verify(it)
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
  expect(await stateOf(it)).toMatchObject({ differingRows: 3 })
  const left = await verify(it, { repair: true })
  expect(left.tables.notes).toMatchObject({ differing: [], faultyColumns: [{ column: 'target_id' }] })
  expect((await it.rows(notes)).map(({ body }) => body)).toEqual(['note 0', 'note 1', 'note 2'])
})

test('a sync fills a column that was dropped by hand, in all rows', async () => {
  const { it } = await synced(250)
  const before = withoutTrace(await it.rows(notes))
  await it.meddle((at) => `alter table ${at}.notes drop column body`)
  await syncWarehouse(it.dependencies, it)
  expect(withoutTrace(await it.rows(notes))).toEqual(before)
  expect(await verify(it)).toMatchObject({ equal: true })
})

test('a sync that ends in the middle of filling a column goes on with it', async () => {
  let isCut = true
  const { it } = await synced(3)
  const kind = meddleWithKind(rig.postgres, {
    prepare: async (next, ...input) => {
      await next(...input)
      if (isCut) throw new Error('gone')
    },
  })
  await it.meddle((at) => `alter table ${at}.notes drop column body`)
  const dependencies = { ...it.dependencies, kinds: [kind] }
  await expect(syncWarehouse(dependencies, it)).rejects.toThrow('gone')
  isCut = false
  await syncWarehouse(dependencies, it)
  expect((await it.rows(notes)).map(({ body }) => body)).toEqual(['note 0', 'note 1', 'note 2'])
})

test('names a table that is gone with all its keys, and a sync makes it anew', async () => {
  const { it, keys } = await synced(3)
  const whole = await it.rows(notes)
  await it.meddle((at) => `drop table ${at}.notes`)
  await it.meddle((at) => `drop table ${at}.deals`)
  expect(await verify(it)).toMatchObject({
    ...{ equal: false },
    tables: {
      notes: { isMissing: true, differing: keys, sourceRows: 3, targetRows: 0 },
      deals: { isMissing: true, differing: [] },
      listeners: { isMissing: false },
    },
  })
  // The worker's own sync, of which nothing changed.
  expect(await syncLeased(it.dependencies, await it.lease())).toMatchObject({ rows: { notes: 3 } })
  expect(withoutTrace(await it.rows(notes))).toEqual(withoutTrace(whole))
  expect(await verify(it)).toMatchObject({ equal: true })
  await it.meddle((at) => `drop table ${at}.notes`)
  expect(await verify(it, { repair: true })).toMatchObject({ equal: true, repaired: 3 })
})

test('a sync of which nothing changed looks now and then whether the tables are there', async () => {
  const { it } = await synced(2)
  expect(await syncLeased(it.dependencies, await it.lease())).toBeUndefined()
  await it.meddle((at) => `drop table ${at}.notes`)
  await rig.setOpenedAgo(it.warehouseId, 21_000)
  expect(await syncLeased(it.dependencies, await it.lease())).toMatchObject({ rows: { notes: 2 } })
  expect(await it.rows(notes)).toHaveLength(2)
  expect(await syncLeased(it.dependencies, await it.lease())).toBeUndefined()
})

async function synced(count: number): Promise<{ it: WarehouseCase; keys: string[] }> {
  const it = await rig.open({ limitRows: 100 })
  const keys = await rig.addNotes(
    it.orgId,
    Array.from({ length: count }, (_, index) => `note ${index}`),
  )
  await syncWarehouse(it.dependencies, it)
  return { it, keys }
}

function verify(it: WarehouseCase, { repair = false } = {}) {
  return verifyWarehouse(it.dependencies, it, { repair })
}

async function stateOf({ warehouseId }: WarehouseCase) {
  const [state] = await listWarehouseStates(rig.database, { warehouseId })
  return state
}

/** Rows without what tells when and with what they came. */
function withoutTrace(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ _synced_at, _batch_id, ...row }) => row)
}
