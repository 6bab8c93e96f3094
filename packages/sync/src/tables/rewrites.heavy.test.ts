import { readPositions, sequenceChanges } from '@signalpost/database/changes'
import { readCursorCopies } from '@signalpost/database/warehouses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseHistory } from '../history/history.ts'
import { backfillWarehouse, syncWarehouse, type TableRewrite } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { findTable, openSyncRig, type SyncRig } from '../test-support/open-sync-rig.ts'
import { bodies, bodiesIn, notes, sync, verify } from '../test-support/use-warehouse.ts'
import { syncTable } from './sync-table.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

describe('a table', () => {
  test('fills the columns of a newer version of a table, which an older process then leaves alone', async () => {
    const warehouse = await rig.open({ limitRows: 2 })
    await rig.addNotes(warehouse.orgId, bodies(5))
    await sequenceChanges(rig.database)
    const goal =
      (await readPositions(rig.database, { orgId: warehouse.orgId, tables: ['notes'] })).get('notes') ?? 0n
    const older = { ...notes, columns: notes.columns.filter(({ name }) => name !== 'body') }
    const newer = { ...notes, version: notes.version + 1 }
    await warehouse.work((work) => syncTable(work, { table: older, goal }))
    expect((await warehouse.rows(notes))[0]).not.toHaveProperty('body')
    expect(await warehouse.work((work) => syncTable(work, { table: newer, goal }))).toMatchObject({ rows: 5 })
    expect(await bodiesIn(warehouse)).toEqual(bodies(5))
    expect(await warehouse.work((work) => syncTable(work, { table: older, goal }))).toMatchObject({
      isNewer: true,
    })
    expect(await sync(warehouse)).toMatchObject({ newerTables: ['notes'] })
    expect(await warehouse.work((work) => syncTable(work, { table: newer, goal }))).toMatchObject({ rows: 0 })
  })

  test('rewrites a table whose cursor is ahead of every change, because it followed another history', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, ['one'])
    await sync(warehouse)
    await warehouse.meddle(
      (at) => `update ${at}._signalpost_cursors set position = position + 1000 where table_name = 'notes'`,
    )
    await rig.addNotes(warehouse.orgId, ['two'])
    const rewrites: TableRewrite[] = []
    await syncWarehouse(warehouse.dependencies, warehouse, { onRewrite: (rewrite) => rewrites.push(rewrite) })
    expect(rewrites).toEqual([
      { table: 'notes', reason: expect.stringMatching(/restored to an earlier state/) },
    ])
    expect(await bodiesIn(warehouse)).toEqual(['one', 'two'])
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('expects all that a table had where it could not be rewritten', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, ['one'])
    for (const step of ['prepare', 'removeRows'] as const) {
      await sync(warehouse)
      await warehouse.meddle(
        (at) => `update ${at}._signalpost_cursors set position = position + 1000 where table_name = 'notes';
          insert into ${at}.notes (org_id, id, _version, _deleted) values ('${warehouse.orgId}', 'mine', 1, false)`,
      )
      const kind = meddleWithKind(rig.postgres, { [step]: () => Promise.reject(new Error('refused')) })
      const dependencies = { ...warehouse.dependencies, kinds: [kind] }
      await expect(syncWarehouse(dependencies, warehouse)).rejects.toThrow('refused')
      await warehouse.meddle((at) => `truncate ${at}.notes, ${at}._signalpost_cursors`)
      const { equal, tables } = await verify(warehouse)
      expect([step, equal, tables.notes?.sourceRows]).toEqual([step, false, 1])
    }
    expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true })
    expect(await bodiesIn(warehouse)).toEqual(['one'])
  })

  test('changes no row when the warehouse lost its cursors, nor in a backfill', async () => {
    const warehouse = await rig.open()
    const signals = findTable('signals')
    // Only tables that got a new column once overwrite equal versions.
    expect(signals.version).toBeGreaterThan(1)
    for (const id of ['sig_1', 'sig_2', 'sig_3']) await rig.addSignal(warehouse.orgId, id)
    await sync(warehouse)
    const rows = await warehouse.rows(signals)
    expect(rows).toHaveLength(3)
    await warehouse.meddle((at) => `delete from ${at}._signalpost_cursors`)
    expect(await sync(warehouse)).toMatchObject({ rows: { signals: 3 } })
    expect(await warehouse.rows(signals)).toEqual(rows)
    await backfillWarehouse(warehouse.dependencies, warehouse)
    expect(await warehouse.rows(signals)).toEqual(rows)
  })

  test('adopts a table of a version without histories, without a rewrite', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, ['one'])
    await sync(warehouse)
    const rows = await warehouse.rows(notes)
    await warehouse.meddle((at) => `alter table ${at}._signalpost_cursors drop column history`)
    await rig.addNotes(warehouse.orgId, ['two'])
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 1 } })
    expect((await warehouse.rows(notes)).slice(0, 1)).toEqual(rows)
    const cursor = await warehouse.work(({ target }) => target.readCursor(notes))
    expect(parseHistory(cursor?.history)).toMatchObject({ raisedBy: 0n })
  })

  test('stops syncing a table whose mark the database loses during a batch', async () => {
    let batches = 0
    const warehouse = await rig.open({
      limitRows: 2,
      kind: meddleWithKind(rig.postgres, {
        commit: async (next, batch) => {
          await next(batch)
          if (batch.table.name !== 'notes') return
          batches += 1
          if (batches === 1) await warehouse.dependencies.pool.query('delete from warehouse_marks')
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, bodies(9))
    await expect(sync(warehouse)).rejects.toThrow(/changed its history/)
    expect(batches).toBeLessThan(4)
    await sync(warehouse)
    expect(await bodiesIn(warehouse)).toEqual(bodies(9))
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('sets our copy of the cursor back before the warehouse’s own, for a table that is sent again', async () => {
    const copies: unknown[] = []
    const warehouse = await rig.open({
      kind: meddleWithKind(rig.postgres, {
        writeCursor: async (next, table, cursor) => {
          const copy = (await readCursorCopies(rig.database, warehouse.warehouseId)).get(table.name)
          if (table.name === 'notes') copies.push(copy?.position)
          await next(table, cursor)
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, ['one'])
    await sync(warehouse)
    copies.length = 0
    await backfillWarehouse(warehouse.dependencies, warehouse)
    expect(copies[0]).toBe(0n)
  })

  test('mends rows that were changed by hand under equal versions with a backfill', async () => {
    const warehouse = await rig.open({ limitRows: 2 })
    await rig.addNotes(warehouse.orgId, bodies(5))
    await sync(warehouse)
    await warehouse.meddle((at) => `update ${at}.notes set body = 'damaged'`)
    const reported: unknown[] = []
    await backfillWarehouse(warehouse.dependencies, warehouse, {
      onProgress: (progress) => reported.push(progress),
    })
    expect(await bodiesIn(warehouse)).toEqual(bodies(5))
    expect(reported).toContainEqual({ table: 'notes', rows: 4, remaining: 1 })
  })
})
