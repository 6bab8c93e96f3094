import { access, cp, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backfillWarehouse, planBackfill } from '../index.ts'
import { kindNamed, openSyncRig, type SyncRig } from '../test-support/open-sync-rig.ts'
import { bodies, notes, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

const range = { from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' }

test.each(['postgres', 'duckdb', 'parquet'])(
  '%s gets the rows of a time again, and no others',
  async (name) => {
    const directory = await rig.makeDirectory()
    const path = name === 'duckdb' ? join(directory, 'a.duckdb') : directory
    const place = name === 'postgres' ? {} : { kind: kindNamed(name), place: { path } }
    const warehouse = await rig.open({ limitRows: 3, ...place })
    const keys = await rig.addNotes(warehouse.orgId, bodies(10))
    const [old, recent] = [keys.slice(0, 7), keys.slice(7)]
    await rig.query(`update notes set created_at = '2020-01-15T00:00:00Z' where note_id = any($1)`, [old])
    await sync(warehouse)
    const scope = { tables: ['notes'], range }
    const chosen = { ...warehouse, tables: null, excludesPersonal: false, hasLedger: false }
    expect(await planBackfill(rig.database, chosen, scope)).toMatchObject({ rows: 7, tables: [{ rows: 7 }] })
    await warehouse.work(({ target }) => target.removeRows(notes, keys))
    expect(await verify(warehouse)).toMatchObject({ equal: false, tables: { notes: { differing: keys } } })
    expect(await backfillWarehouse(warehouse.dependencies, warehouse, { scope })).toEqual({
      ...{ rows: { notes: 7 }, rejected: 0 },
    })
    expect(await verify(warehouse)).toMatchObject({ tables: { notes: { differing: recent } } })
    const whole = { tables: ['notes'], range: null }
    expect(await backfillWarehouse(warehouse.dependencies, warehouse, { scope: whole })).toMatchObject({
      rows: { notes: 10 },
    })
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  },
)

test('a backfill leaves no file of another table in a lake', async () => {
  const path = await rig.makeDirectory()
  const warehouse = await rig.open({ kind: kindNamed('parquet'), place: { path } })
  await rig.addNotes(warehouse.orgId, bodies(3))
  await sync(warehouse)
  const fileOf = async (table: string) => join(path, table, (await readdir(join(path, table)))[0] ?? '')
  const file = await fileOf(notes.name)
  await cp(await fileOf('accounts'), file)
  await expect(verify(warehouse)).resolves.toMatchObject({
    tables: { notes: { damagedFiles: [relative(path, file)] } },
  })
  const scope = { tables: ['notes'], range: null }
  expect(await backfillWarehouse(warehouse.dependencies, warehouse, { scope })).toMatchObject({
    rows: { notes: 3 },
  })
  await expect(access(file)).rejects.toThrow('ENOENT')
  expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 3 } } })
})

test('a warehouse that never synced is filled first, and rows that it refuses are set aside', async () => {
  const warehouse = await rig.open()
  const keys = await rig.addNotes(warehouse.orgId, ['one', 'two', 'too long'])
  await rig.query(`update notes set created_at = '2020-01-15T00:00:00Z' where note_id = any($1)`, [keys])
  const scope = { tables: ['notes'], range }
  expect(await backfillWarehouse(warehouse.dependencies, warehouse, { scope })).toMatchObject({
    rows: { notes: 3 },
  })
  await warehouse.meddle(
    (at) => `alter table ${at}.notes add constraint short check (length(body) < 5) not valid`,
  )
  await warehouse.meddle((at) => `update ${at}.notes set body = 'bad' where length(body) < 5`)
  await warehouse.work(({ target }) => target.removeRows(notes, keys.slice(2)))
  expect(await backfillWarehouse(warehouse.dependencies, warehouse, { scope })).toMatchObject({
    ...{ rows: { notes: 2 }, rejected: 1 },
  })
  expect(await verify(warehouse)).toMatchObject({
    tables: { notes: { differing: keys.slice(2), rejected: [{ key: keys[2] }] } },
  })
})
