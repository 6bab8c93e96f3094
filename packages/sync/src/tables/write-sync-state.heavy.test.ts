import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncStateTable, warehouseTables } from '@signalpost/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropWarehouseWithTables, syncWarehouse } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { kindNamed, openSyncRig, type SyncRig, type WarehouseCase } from '../test-support/open-sync-rig.ts'
import { bodies, sync } from '../test-support/use-warehouse.ts'

const names = warehouseTables.map(({ name }) => name).sort()
let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

type State = { synced_at: Date; position: bigint | null; refused_rows: number; _deleted: boolean }

async function states(warehouse: WarehouseCase): Promise<Map<string, State>> {
  const rows = await warehouse.rows(syncStateTable)
  return new Map(
    rows.map(({ table_name, synced_at, position, refused_rows, _deleted }) => [
      String(table_name),
      // The casts: the columns have these types.
      {
        ...{ synced_at: synced_at as Date, position: position === null ? null : BigInt(position as string) },
        ...{ refused_rows: Number(refused_rows), _deleted: _deleted as boolean },
      },
    ]),
  )
}

test('a warehouse says of each table how old it can be, also where nothing changed', async () => {
  const warehouse = await rig.open()
  await rig.addNotes(warehouse.orgId, bodies(2))
  const beganAt = new Date()
  await sync(warehouse)
  const first = await states(warehouse)
  expect([...first.keys()].sort()).toEqual(names)
  const position = await warehouse.work(({ target }) =>
    target.readCursor(warehouseTables.find(({ name }) => name === 'notes') ?? expect.unreachable()),
  )
  expect(first.get('notes')).toMatchObject({ position: position?.position, refused_rows: 0 })
  // As docs/warehouses.md says.
  await warehouse.meddle(
    (at) =>
      `select table_name, now() - synced_at as age, refused_rows from ${at}._signalpost_sync where not _deleted`,
  )
  for (const { synced_at } of first.values()) expect(synced_at >= beganAt).toBe(true)
  await sync(warehouse)
  const second = await states(warehouse)
  for (const name of names) {
    const [before, after] = [first.get(name), second.get(name)]
    expect(after).toMatchObject({ position: before?.position })
    expect(Number(after?.synced_at)).toBeGreaterThanOrEqual(Number(before?.synced_at))
  }
})

test('a table that could not be brought up to date keeps its time, and one that is left out loses its row', async () => {
  const warehouse = await rig.open()
  await rig.addNotes(warehouse.orgId, bodies(1))
  await sync(warehouse)
  const before = (await states(warehouse)).get('notes')
  await warehouse.meddle((at) => `alter table ${at}.notes add constraint nothing check (false) not valid`)
  await rig.addNotes(warehouse.orgId, bodies(40))
  await expect(sync(warehouse)).rejects.toThrow('notes')
  const after = await states(warehouse)
  expect(after.get('notes')).toEqual(before)
  expect(Number(after.get('deals')?.synced_at)).toBeGreaterThan(Number(before?.synced_at))
  await warehouse.meddle((at) => `alter table ${at}.notes drop constraint nothing`)
  await rig.query(`update warehouses set tables = '{deals}', has_ledger = false where warehouse_id = $1`, [
    warehouse.warehouseId,
  ])
  await sync(warehouse)
  const kept = [...(await states(warehouse))].filter(([, { _deleted }]) => !_deleted)
  expect(kept.map(([name]) => name)).toEqual(['deals'])
})

test('rows that are refused are counted', async () => {
  const warehouse = await rig.open()
  await sync(warehouse)
  await warehouse.meddle(
    (at) => `alter table ${at}.notes add constraint short check (length(body) < 5) not valid`,
  )
  await rig.addNotes(warehouse.orgId, ['one', 'too long'])
  await sync(warehouse)
  expect((await states(warehouse)).get('notes')).toMatchObject({ refused_rows: 1 })
})

test('a sync that ends before it was written leaves the old times', async () => {
  let isAway = false
  const kind = meddleWithKind(rig.postgres, {
    commit: async (next, batch) => {
      if (isAway && batch.table.name === syncStateTable.name) throw new Error('gone')
      await next(batch)
    },
  })
  const warehouse = await rig.open({ kind })
  await sync(warehouse)
  const before = await states(warehouse)
  isAway = true
  await expect(sync(warehouse)).rejects.toThrow('gone')
  expect(await states(warehouse)).toEqual(before)
  isAway = false
  // Its table and cursor may be lost too.
  await warehouse.meddle((at) => `drop table ${at}._signalpost_sync cascade`)
  await sync(warehouse)
  expect([...(await states(warehouse)).keys()].sort()).toEqual(names)
  await dropWarehouseWithTables(warehouse.dependencies, warehouse, { forget: () => Promise.resolve() })
  await expect(states(warehouse)).rejects.toThrow('does not exist')
})

test('an account that may create nothing keeps the tables in sync that it has', async () => {
  const warehouse = await rig.open()
  await sync(warehouse)
  await warehouse.meddle((at) => `drop table ${at}._signalpost_sync cascade`)
  await warehouse.meddle((at) => `revoke create on schema ${at} from current_user`)
  await rig.addNotes(warehouse.orgId, bodies(1))
  expect(await sync(warehouse)).toMatchObject({ rows: { notes: 1 } })
  await expect(states(warehouse)).rejects.toThrow('does not exist')
  await warehouse.meddle((at) => `grant create on schema ${at} to current_user`)
  await sync(warehouse)
  expect((await states(warehouse)).size).toBe(names.length)
})

test.each(['duckdb', 'parquet'])('%s has it too', async (kind) => {
  const directory = await rig.makeDirectory()
  const path = kind === 'duckdb' ? join(directory, 'a.duckdb') : directory
  const warehouse = await rig.open({ kind: kindNamed(kind), place: { path } })
  await syncWarehouse(warehouse.dependencies, warehouse)
  await syncWarehouse(warehouse.dependencies, warehouse)
  const buckets = await warehouse.work(({ target }) => target.checksum(syncStateTable, 2))
  expect(buckets.reduce((sum, { rows }) => sum + rows, 0n)).toBe(BigInt(names.length))
  if (kind === 'parquet') expect(await readdir(join(path, 'current'))).toContain('_signalpost_sync.parquet')
})
