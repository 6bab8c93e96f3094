import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncWarehouse } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { kindNamed, openSyncRig, type SyncRig, type WarehouseCase } from '../test-support/open-sync-rig.ts'
import { notes, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

test.each([
  { what: 'are gone', damage: (at: string) => `delete from ${at}.notes` },
  { what: 'are old', damage: (at: string) => `update ${at}.notes set body = 'old', _version = 0` },
])(
  'names rows that $what where a sync lost the cursors and ended before it wrote them',
  async ({ damage }) => {
    const { warehouse, keys } = await synced(3)
    await warehouse.meddle((at) => `drop table ${at}._signalpost_cursors`)
    await warehouse.meddle(damage)
    const kind = meddleWithKind(rig.postgres, { writeCursor: () => Promise.reject(new Error('gone')) })
    const dependencies = { ...warehouse.dependencies, kinds: [kind] }
    await expect(syncWarehouse(dependencies, warehouse)).rejects.toThrow('gone')
    expect(await verify(warehouse)).toMatchObject({
      equal: false,
      tables: { notes: { differing: keys, sourceRows: 3 } },
    })
    expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true, repaired: 3 })
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { sourceRows: 3 } } })
  },
)

test('a cursor that is set back makes a comparison expect what the warehouse had, and nothing later', async () => {
  const { warehouse, keys } = await synced(3)
  await warehouse.meddle((at) => `update ${at}._signalpost_cursors set position = 0`)
  await warehouse.meddle((at) => `delete from ${at}.notes where id = '${keys[1]}'`)
  await rig.addNotes(warehouse.orgId, ['waits for the sync'])
  expect(await verify(warehouse)).toMatchObject({ equal: false, tables: { notes: { differing: [keys[1]] } } })
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true })
  expect(await warehouse.rows(notes)).toHaveLength(3)
})

test('counts and names a row that is there many times, and leaves it there once', async () => {
  const { warehouse, keys } = await synced(20)
  await warehouse.meddle(
    (at) => `alter table ${at}.notes drop constraint notes_pkey;
      insert into ${at}.notes select n.* from ${at}.notes n, generate_series(1, 30000) where id = '${keys[3]}'`,
  )
  expect(await verify(warehouse)).toMatchObject({
    equal: false,
    tables: { notes: { differing: [keys[3]], differingRows: 1, sourceRows: 20, targetRows: 30_020 } },
  })
  await rig.changeNotes(warehouse.orgId, 'changed')
  await expect(sync(warehouse)).rejects.toThrow('warehouse verify --repair')
  expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true })
  expect((await warehouse.rows(notes)).map(({ id, body }) => [id, body])).toEqual(
    keys.map((key, index) => [key, key === keys[3] ? 'changed' : `note ${index}`]),
  )
  await sync(warehouse)
  expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 20 } } })
})

test('names a lost key, which a sync with or without changes and a repair give back', async () => {
  const { warehouse } = await synced(2)
  const changeAndSync = async () => {
    await rig.changeNotes(warehouse.orgId, 'changed')
    await sync(warehouse)
  }
  for (const mend of [changeAndSync, () => sync(warehouse), () => verify(warehouse, { repair: true })]) {
    await warehouse.meddle((at) => `alter table ${at}.notes drop constraint notes_pkey`)
    expect(await verify(warehouse)).toMatchObject({
      equal: false,
      tables: { notes: { lacksKey: true, differing: [] }, deals: { lacksKey: false } },
    })
    await mend()
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { sourceRows: 2 } } })
    const insertTwice = warehouse.meddle((at) => `insert into ${at}.notes select * from ${at}.notes`)
    await expect(insertTwice).rejects.toThrow('duplicate key')
  }
})

describe.each(['postgres', 'duckdb', 'parquet'])('in %s', (kind) => {
  test('names a row and the columns whose stored values no intake lets in, and compares the rest', async () => {
    const directory = await rig.makeDirectory()
    const place = kind === 'postgres' ? {} : { place: { path: join(directory, 'lake.duckdb') } }
    const warehouse = await rig.open({ kind: kindNamed(kind), ...place })
    const { orgId } = warehouse
    const documents = {
      sig_large: `{"rating": 1e400}`,
      sig_text: `{"rating": "five", "matchedKeywords": "none", "publishedAt": "2026-02-31T00:00:00Z"}`,
      sig_well: `{"rating": 5}`,
    }
    for (const [id, document] of Object.entries(documents))
      await rig.query(
        `insert into signals (org_id, signal_id, state, relevance_score)
         values ($1, $2, jsonb_build_object('last', jsonb_build_object('document', $3::jsonb)), 1)`,
        [orgId, id, document],
      )
    await sync(warehouse)
    const { equal, tables } = await verify(warehouse, { repair: true })
    expect(equal).toBe(false)
    expect(tables.signals).toMatchObject({
      ...{ sourceRows: 3, differing: ['sig_large', 'sig_text'] },
      rejected: [
        { key: 'sig_large', reason: 'The stored value of rating is not a number.' },
        {
          key: 'sig_text',
          reason: [
            'The stored value of posted_at is not a moment.',
            'The stored value of matched_keywords is not a list of texts.',
            'The stored value of published_at is not a moment.',
            'The stored value of rating is not a number.',
          ].join(' '),
        },
      ],
    })
  })
})

test('names a view that is gone, which the next sync without changes and a repair make again', async () => {
  const { warehouse } = await synced(2)
  const viewed = async () =>
    (await warehouse.rows({ ...notes, name: 'notes_current' })).map(({ body }) => body)
  for (const mend of [() => sync(warehouse), () => verify(warehouse, { repair: true })]) {
    await warehouse.meddle((at) => `drop view ${at}.notes_current`)
    expect(await verify(warehouse)).toMatchObject({
      equal: false,
      tables: { notes: { lacksView: true, differing: [] }, deals: { lacksView: false } },
    })
    await mend()
    expect(await viewed()).toEqual(['note 0', 'note 1'])
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  }
  await warehouse.meddle((at) => `alter table ${at}.notes add column mine text`)
  expect(await verify(warehouse)).toMatchObject({ equal: true })
  await warehouse.meddle((at) => `drop view ${at}.notes_current`)
  await warehouse.meddle((at) => `create view ${at}.notes_current as select 'mine' as body`)
  expect(await verify(warehouse)).toMatchObject({ equal: true })
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
