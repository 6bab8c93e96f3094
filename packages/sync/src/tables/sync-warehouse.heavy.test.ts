import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { readPositions, sequenceChanges } from '@signalpost/database/changes'
import { readCursorCopies, renewWarehouseLease, setWarehousePaused } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { findFreePort, startRandomWriters } from '@signalpost/testing'
import type { Batch } from '@signalpost/warehouses'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseHistory } from '../history/history.ts'
import {
  backfillWarehouse,
  listWarehouseStates,
  syncLeased,
  syncWarehouse,
  type TableRewrite,
  verifyWarehouse,
  WorkInterrupted,
} from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import {
  findTable,
  kindNamed,
  openSyncRig,
  type SyncRig,
  type WarehouseCase,
} from '../test-support/open-sync-rig.ts'
import { syncTable } from './sync-table.ts'

const notes = findTable('notes')
let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

test('a warehouse ends equal whatever is written meanwhile, and one that joins late ends the same', async () => {
  const early = await rig.open({ limitRows: 50 })
  const writers = startRandomWriters({ url: rig.url, orgId: early.orgId, writers: 4 })
  const isFilled = async () =>
    (await Promise.all(warehouseTables.map(early.rows))).every((rows) => rows.length > 0)
  do await sync(early)
  while (!(await isFilled()))
  const late = await rig.open({ orgId: early.orgId, limitRows: 300 })
  await Promise.all([sync(early), sync(late)])
  await writers.stop()
  for (const warehouse of [early, late]) {
    expect(await sync(warehouse)).toMatchObject({ lagRows: 0, rejected: 0 })
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  }
  for (const table of warehouseTables) {
    const rows = withoutTrace(await early.rows(table))
    expect(withoutTrace(await late.rows(table))).toEqual(rows)
  }
})

test('two that sync one warehouse at once do no harm', async () => {
  const warehouse = await rig.open({ limitRows: 7 })
  await rig.addNotes(warehouse.orgId, bodies(100))
  const lease = await warehouse.lease()
  const both = await Promise.allSettled([1, 2].map(() => syncLeased(warehouse.dependencies, lease)))
  // The first that ends gives the lease back, and the other may notice.
  const reasons = both.filter((ended) => ended.status === 'rejected').map(({ reason }) => reason)
  expect(reasons.filter((reason) => !(reason instanceof WorkInterrupted))).toEqual([])
  expect(await verify(warehouse)).toMatchObject({
    equal: true,
    tables: { notes: { sourceRows: 100, targetRows: 100 } },
  })
})

describe('what is done stays as it is', () => {
  test('where nothing changed', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, bodies(3))
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 3 } })
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 0 }, batches: 0 })
    expect(await syncLeased(warehouse.dependencies, await warehouse.lease())).toBeUndefined()
  })

  test('where the cursor was lost', async () => {
    const warehouse = await rig.open({ limitRows: 2 })
    await rig.addNotes(warehouse.orgId, bodies(5))
    await sync(warehouse)
    const rows = await warehouse.rows(notes)
    await warehouse.meddle((at) => `delete from ${at}._signalpost_cursors`)
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 5 } })
    expect(await warehouse.rows(notes)).toEqual(rows)
  })

  test('where an old batch comes once more after a newer one', async () => {
    const kept: Batch[] = []
    const warehouse = await rig.open({
      kind: meddleWithKind(rig.postgres, {
        stage: async (next, batch) => {
          const file = join(rig.directory, `${batch.batchId}.csv`)
          await copyFile(batch.file, file)
          kept.push({ ...batch, file })
          await next(batch)
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, ['old'])
    await sync(warehouse)
    await rig.changeNotes(warehouse.orgId, 'new')
    await sync(warehouse)
    const rows = await warehouse.rows(notes)
    const last = kept.at(-1)?.to
    await warehouse.work(async ({ target }) => {
      for (const batch of kept.slice(0, 1)) {
        await target.stage(batch)
        await target.commit(batch)
      }
      expect((await target.readCursor(notes))?.position).toBe(last)
    })
    expect(rows).toMatchObject([{ body: 'new' }])
    expect(await warehouse.rows(notes)).toEqual(rows)
  })
})

describe('what ends in the middle continues where it was', () => {
  test.each(['stage', 'commit'] as const)('before and after %s', async (method) => {
    const troubles = ['before', 'after', 'before', 'after']
    const warehouse = await rig.open({
      limitRows: 3,
      kind: meddleWithKind(rig.postgres, {
        [method]: async (next: (batch: Batch) => Promise<void>, batch: Batch) => {
          const trouble = troubles.shift()
          if (trouble === 'before') throw new Error('gone')
          await next(batch)
          if (trouble === 'after') throw new Error('gone')
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, bodies(8))
    for (const _ of [...troubles]) await expect(sync(warehouse)).rejects.toThrow('gone')
    await sync(warehouse)
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 8 } } })
  })

  test('when it is stopped', async () => {
    const stopping = new AbortController()
    const warehouse = await rig.open({
      limitRows: 3,
      kind: meddleWithKind(rig.postgres, {
        commit: async (next, batch) => {
          stopping.abort()
          await next(batch)
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, bodies(8))
    await expect(
      syncWarehouse(warehouse.dependencies, warehouse, { signal: stopping.signal }),
    ).rejects.toThrow(WorkInterrupted)
    expect(await warehouse.rows(notes)).toHaveLength(3)
    expect(await warehouse.row()).toMatchObject({ lease_token: null, failing_since: null })
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 5 } })
  })
})

describe('a warehouse that is away', () => {
  test('is degraded, says why, rests longer each time, and recovers', async () => {
    const port = await findFreePort()
    const warehouse = await rig.open({ targetUrl: Object.assign(new URL(rig.targetUrl), { port }).href })
    await rig.addNotes(warehouse.orgId, ['one'])
    const rests: number[] = []
    for (let failures = 1; failures <= 3; failures += 1) {
      await expect(sync(warehouse)).rejects.toMatchObject({ fault: 'retry' })
      const { due_at: dueAt, ...row } = await warehouse.row()
      expect(row).toMatchObject({ failures, lease_token: null, last_sync_at: null })
      rests.push(Number(dueAt) - Date.now())
    }
    expect(rests[1]).toBeGreaterThan(Number(rests[0]) * 1.3)
    expect(rests[2]).toBeGreaterThan(Number(rests[1]) * 1.3)
    expect(await stateOf(warehouse)).toMatchObject({
      ...{
        state: 'degraded',
        lagRows: 1,
        lastSyncAt: null,
        lastError: expect.stringMatching(/ECONNREFUSED/),
      },
    })
    await using _open = await forward(port, rig.targetUrl)
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 1 } })
    expect(await stateOf(warehouse)).toMatchObject({
      ...{ state: 'idle', lagRows: 0, lastError: null, failingSince: null, lastSyncAt: expect.any(Date) },
    })
  })

  test('is one whose secrets another key sealed, too', async () => {
    const warehouse = await rig.open()
    const dependencies = { ...warehouse.dependencies, secretBox: createSecretBox(randomBytes(32)) }
    await expect(syncWarehouse(dependencies, warehouse)).rejects.toMatchObject({ fault: 'configuration' })
    expect(await stateOf(warehouse)).toMatchObject({
      ...{ state: 'degraded', lastError: expect.stringMatching(/SIGNALPOST_MASTER_KEY/) },
    })
  })

  test('is one that cannot be closed, as it may not show all that it has', async () => {
    const troubles = [new Error('full')]
    const close = async (next: () => Promise<void>) => {
      await next()
      for (const trouble of troubles.splice(0)) throw trouble
    }
    const warehouse = await rig.open({ kind: meddleWithKind(rig.postgres, { close }) })
    await expect(sync(warehouse)).rejects.toThrow('full')
    expect(await stateOf(warehouse)).toMatchObject({ state: 'degraded', lastError: 'full' })
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle' })
  })

  test('is nothing that a fault of our own makes of it', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, ['one'])
    const { pool: dead } = createDatabase({
      ...{ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', onConnectionError: () => undefined },
    })
    const ended = syncLeased({ ...warehouse.dependencies, pool: dead }, await warehouse.lease())
    await expect(ended).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await warehouse.row()).toMatchObject({ lease_token: null, failing_since: null, failures: 0 })
  })

  test('holds up no other table where only one must be put right', async () => {
    const warehouse = await rig.open()
    await sync(warehouse)
    await warehouse.meddle((at) => `drop table ${at}.signals; create view ${at}.signals as select 1 as one`)
    await rig.addNotes(warehouse.orgId, ['one'])
    await rig.addSignal(warehouse.orgId, 'sig_1')
    await expect(sync(warehouse)).rejects.toMatchObject({ fault: 'configuration' })
    expect(await warehouse.rows(notes)).toHaveLength(1)
  })
})

describe('a row that a warehouse refuses', () => {
  const refusing = async (limitRows: number) => {
    const warehouse = await rig.open({ limitRows })
    await sync(warehouse)
    await warehouse.meddle((at) => `alter table ${at}.notes add constraint nice check (body not like 'bad%')`)
    return warehouse
  }

  test('is set aside with the reason, and loses none beside it', async () => {
    const warehouse = await refusing(64)
    const made = await rig.addNotes(
      warehouse.orgId,
      bodies(100).map((body, index) => (index === 41 ? 'bad one' : body)),
    )
    expect(await sync(warehouse)).toMatchObject({ rejected: 1, lagRows: 0, rows: { notes: 99 } })
    expect(await warehouse.rows(notes)).toHaveLength(99)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', rejectedRows: 1 })
    expect(await verify(warehouse)).toMatchObject({
      equal: false,
      tables: {
        notes: {
          sourceRows: 100,
          targetRows: 99,
          differing: [made[41]],
          rejected: [
            { key: made[41], reason: expect.stringMatching(/^new row .* violates check constraint "nice"$/) },
          ],
        },
      },
    })
  })

  test('is one of those that are bad, whichever they are and however they lie in batches', async () => {
    const rows = fc.array(fc.boolean(), { minLength: 1, maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 30 }), async (areBad, limitRows) => {
        const warehouse = await refusing(limitRows)
        const made = await rig.addNotes(
          warehouse.orgId,
          areBad.map((isBad) => (isBad ? 'bad' : 'good')),
        )
        const rejected = areBad.filter(Boolean).length
        expect(await sync(warehouse)).toMatchObject({ rejected, lagRows: 0 })
        const taken = (await warehouse.rows(notes)).map(({ id }) => id)
        expect(taken).toEqual(made.filter((_, index) => areBad[index] === false))
      }),
      { numRuns: 4 },
    )
  })

  test('is tried again when it changes, and forgotten once it is taken', async () => {
    const warehouse = await refusing(64)
    await rig.addNotes(warehouse.orgId, ['bad one', 'good'])
    await sync(warehouse)
    await rig.changeNotes(warehouse.orgId, 'bad again')
    expect(await sync(warehouse)).toMatchObject({ rejected: 2 })
    await rig.changeNotes(warehouse.orgId, 'better')
    expect(await sync(warehouse)).toMatchObject({ rejected: 0, rows: { notes: 2 } })
    expect(await stateOf(warehouse)).toMatchObject({ rejectedRows: 0 })
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('is no row’s fault where all are refused', async () => {
    const warehouse = await refusing(1)
    await rig.addNotes(
      warehouse.orgId,
      Array.from({ length: 40 }, () => 'bad'),
    )
    await expect(sync(warehouse)).rejects.toMatchObject({
      fault: 'configuration',
      message: expect.stringMatching(/refuses every row of notes/),
    })
    await warehouse.meddle((at) => `alter table ${at}.notes drop constraint nice`)
    expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true })
    await sync(warehouse)
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 40 } } })
  })
})

describe('rows that a warehouse refused', () => {
  const refusing = async (options: Parameters<SyncRig['open']>[0] = {}) => {
    const warehouse = await rig.open(options)
    await sync(warehouse)
    await warehouse.meddle((at) => `alter table ${at}.notes add constraint nice check (body not like 'bad%')`)
    return warehouse
  }
  const allow = (warehouse: WarehouseCase) =>
    warehouse.meddle((at) => `alter table ${at}.notes drop constraint if exists nice`)
  const leased = async (warehouse: WarehouseCase) =>
    syncLeased(warehouse.dependencies, await warehouse.lease())
  const rejectsOf = ({ warehouseId }: WarehouseCase) =>
    rig.query(
      `select attempts, reason, extract(epoch from retry_at - now())::float8 as waits
       from warehouse_rejects where warehouse_id = $1`,
      [warehouseId],
    )
  const makeDue = ({ warehouseId }: WarehouseCase) =>
    rig.query('update warehouse_rejects set retry_at = now() where warehouse_id = $1', [warehouseId])

  test('come in by themselves once the cause is gone, though nothing changed', async () => {
    const warehouse = await refusing()
    await rig.addNotes(warehouse.orgId, ['bad one', 'good', 'bad two'])
    expect(await leased(warehouse)).toMatchObject({ rejected: 2, recovered: 0 })
    await allow(warehouse)
    expect(await leased(warehouse)).toBeUndefined()
    await makeDue(warehouse)
    expect(await leased(warehouse)).toMatchObject({ rejected: 0, recovered: 2, rows: { notes: 2 } })
    expect(await bodiesIn(warehouse)).toEqual(['bad one', 'good', 'bad two'])
    expect(await stateOf(warehouse)).toMatchObject({ rejectedRows: 0, state: 'idle' })
    expect(await leased(warehouse)).toBeUndefined()
  })

  test('wait longer after each refusal, and as long as a first time after they changed', async () => {
    const warehouse = await refusing()
    await rig.addNotes(warehouse.orgId, ['bad one'])
    await leased(warehouse)
    const waits: number[] = []
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      const [reject] = await rejectsOf(warehouse)
      expect(reject).toMatchObject({ attempts, reason: expect.stringMatching(/check constraint "nice"/) })
      waits.push(Number(reject?.waits))
      await makeDue(warehouse)
      expect(await leased(warehouse)).toMatchObject({ rejected: 1, recovered: 0 })
    }
    expect(waits[1]).toBeGreaterThan(Number(waits[0]) * 1.3)
    expect(waits[2]).toBeGreaterThan(Number(waits[1]) * 1.3)
    await rig.changeNotes(warehouse.orgId, 'bad again')
    expect(await leased(warehouse)).toMatchObject({ rejected: 1 })
    expect(await rejectsOf(warehouse)).toMatchObject([{ attempts: 1 }])
  })

  test('are all tried at once when a person syncs', async () => {
    const warehouse = await refusing({ limitRows: 7 })
    await rig.addNotes(
      warehouse.orgId,
      bodies(60).map((body, index) => (index % 2 === 0 ? `bad ${body}` : body)),
    )
    expect(await sync(warehouse)).toMatchObject({ rejected: 30 })
    expect(await sync(warehouse)).toMatchObject({ rejected: 30, recovered: 0 })
    await allow(warehouse)
    expect(await sync(warehouse)).toMatchObject({ rejected: 0, recovered: 30, rows: { notes: 30 } })
    expect(await warehouse.rows(notes)).toHaveLength(60)
  })

  test('are asked for a few at a time while the warehouse takes none', async () => {
    let commits = 0
    const warehouse = await refusing({
      kind: meddleWithKind(rig.postgres, {
        commit: (next, batch) => {
          commits += 1
          return next(batch)
        },
      }),
    })
    await rig.addNotes(
      warehouse.orgId,
      bodies(160).map((body, index) => (index % 2 === 0 ? `bad ${body}` : body)),
    )
    expect(await leased(warehouse)).toMatchObject({ rejected: 80 })
    await makeDue(warehouse)
    commits = 0
    expect(await leased(warehouse)).toMatchObject({ rejected: 26, recovered: 0 })
    expect(commits).toBeLessThan(80)
    expect(await leased(warehouse)).toBeUndefined()
    await allow(warehouse)
    await makeDue(warehouse)
    expect(await leased(warehouse)).toMatchObject({ rejected: 0, recovered: 80 })
    expect(await warehouse.rows(notes)).toHaveLength(160)
  })

  test('move no cursor, not even one that is set back meanwhile', async () => {
    let setsBack = false
    const warehouse = await refusing({
      kind: meddleWithKind(rig.postgres, {
        commit: async (next, batch) => {
          if (setsBack) await warehouse.meddle((at) => `update ${at}._signalpost_cursors set position = 0`)
          await next(batch)
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, ['bad one', 'good'])
    await leased(warehouse)
    await allow(warehouse)
    await makeDue(warehouse)
    setsBack = true
    expect(await leased(warehouse)).toMatchObject({ recovered: 1 })
    await warehouse.work(async ({ target }) => {
      expect(await target.readCursor(notes)).toMatchObject({ position: 0n })
    })
  })

  test('make it degraded past 1 % of a table, with the reason, until they are taken', async () => {
    const warehouse = await refusing()
    await rig.addNotes(warehouse.orgId, ['bad one', 'good', 'bad two'])
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({
      ...{ state: 'degraded', rejectedRows: 2, failingSince: null, lastError: null },
      reason: expect.stringMatching(/^The warehouse refuses 2 rows of notes \(new row .* "nice"\)\.$/),
    })
    await allow(warehouse)
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', reason: null })
  })

  test('are no reason to degrade it up to 1 % of a table', async () => {
    const warehouse = await refusing()
    await rig.addNotes(
      warehouse.orgId,
      bodies(200).map((body, index) => (index === 77 ? `bad ${body}` : body)),
    )
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', reason: null, rejectedRows: 1 })
  })

  test('come in to a lake of files as well', async () => {
    const parquet = kindNamed('parquet')
    let refuses = true
    const refused = new Error('a row is refused')
    const meddled = meddleWithKind(parquet, {
      commit: async (next, batch) => {
        if (refuses && batch.table.name === 'notes') throw refused
        await next(batch)
      },
    })
    const faultOf: typeof parquet.faultOf = (error) => (error === refused ? 'data' : parquet.faultOf(error))
    const warehouse = await rig.open({
      kind: { ...meddled, faultOf },
      place: { path: await rig.makeDirectory() },
    })
    await rig.addNotes(warehouse.orgId, ['one', 'two'])
    expect(await sync(warehouse)).toMatchObject({ rejected: 2 })
    refuses = false
    expect(await sync(warehouse)).toMatchObject({ recovered: 2 })
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 2 } } })
  })
})

describe('a table', () => {
  test('gets columns that a newer version of it has, filled, and is then left alone by the older', async () => {
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

  test('that is ahead of all that changed followed another history, and is rewritten', async () => {
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

  test('that a version without histories made is adopted without a rewrite', async () => {
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

  test('whose mark the database loses while a batch is under way goes no further', async () => {
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

  test('that is sent again is behind by our own book before it is in the warehouse', async () => {
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

  test('that was changed by hand under equal versions is mended by a backfill', async () => {
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

describe('one at a time', () => {
  test.each([
    { what: 'commits a batch', method: 'commit', before: 1, last: 'three', taken: ['one', 'two', 'three'] },
    { what: 'passes by a row', method: 'moveCursor', before: 0, last: 'bad', taken: ['one', 'two'] },
  ])('writes all that is sent again, though one that lost its lease $what after that', async (late) => {
    let calls = 0
    const warehouse = await rig.open({
      limitRows: 2,
      kind: meddleWithKind(rig.postgres, {
        [late.method]: async (next: (batch: Batch) => Promise<void>, batch: Batch) => {
          if (calls === late.before) await sendAnew()
          calls += 1
          await next(batch)
        },
      }),
    })
    const failing = meddleWithKind(rig.postgres, { stage: () => Promise.reject(new Error('gone')) })
    const sendAnew = async (): Promise<void> => {
      const { warehouseId } = warehouse
      const token = String((await warehouse.row()).lease_token)
      await renewWarehouseLease(rig.database, { warehouseId, token, leaseMs: 0 })
      const others = { ...warehouse.dependencies, kinds: [failing] }
      await expect(backfillWarehouse(others, warehouse)).rejects.toThrow('gone')
      await warehouse.meddle((at) => `delete from ${at}.notes`)
    }
    await warehouse.work(({ target }) => target.prepare(notes))
    await warehouse.meddle((at) => `alter table ${at}.notes add constraint nice check (body not like 'bad%')`)
    await rig.addNotes(warehouse.orgId, ['one', 'two', late.last])
    await expect(sync(warehouse)).rejects.toThrow(WorkInterrupted)
    expect((await readCursorCopies(rig.database, warehouse.warehouseId)).get('notes')?.position).toBe(0n)
    await sync(warehouse)
    expect(await bodiesIn(warehouse)).toEqual(late.taken)
  })

  test('writes no cursor once the lease is lost', async () => {
    let written = 0
    const warehouse = await rig.open({
      kind: meddleWithKind(rig.postgres, {
        prepare: async (next, table) => {
          const { warehouseId } = warehouse
          const token = String((await warehouse.row()).lease_token)
          await renewWarehouseLease(rig.database, { warehouseId, token, leaseMs: 0 })
          await warehouse.lease()
          await next(table)
        },
        writeCursor: async () => {
          written += 1
        },
      }),
    })
    await expect(sync(warehouse)).rejects.toThrow(WorkInterrupted)
    expect(written).toBe(0)
  })

  test('waits for the process that works on the warehouse, and gives up after a while', async () => {
    const warehouse = await rig.open()
    const lease = await warehouse.lease()
    let waits = 0
    const onWait = (): void => {
      waits += 1
    }
    await expect(
      syncWarehouse(warehouse.dependencies, warehouse, { onWait, waitMs: 100 }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    const waiting = syncWarehouse(warehouse.dependencies, warehouse, { onWait })
    await syncLeased(warehouse.dependencies, lease)
    await waiting
    expect(waits).toBe(2)
  })

  test('ends when the warehouse is paused, and does not begin before it is resumed', async () => {
    const warehouse = await rig.open()
    const { warehouseId, token } = await warehouse.lease()
    await setWarehousePaused(rig.database, { warehouseId, isPaused: true })
    expect(await renewWarehouseLease(rig.database, { warehouseId, token, leaseMs: 1_000 })).toBe(false)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'paused' })
    await expect(sync(warehouse)).rejects.toMatchObject({ code: 'conflict' })
  })
})

function sync(warehouse: WarehouseCase) {
  return syncWarehouse(warehouse.dependencies, warehouse)
}

function verify(warehouse: WarehouseCase, { repair = false } = {}) {
  return verifyWarehouse(warehouse.dependencies, warehouse, { repair })
}

async function stateOf({ warehouseId }: WarehouseCase) {
  const [state] = await listWarehouseStates(rig.database, { warehouseId })
  return state
}

async function bodiesIn(warehouse: WarehouseCase): Promise<unknown[]> {
  return (await warehouse.rows(notes)).map(({ body }) => body)
}

function bodies(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `note ${String(index).padStart(3, '0')}`)
}

/** Rows without what tells when and with what they came. */
function withoutTrace(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ _synced_at, _batch_id, ...row }) => row)
}

/** Lets a port lead to a server that listens elsewhere. */
async function forward(port: number, url: string): Promise<AsyncDisposable> {
  const { hostname, port: other } = new URL(url)
  const server = createServer((socket) => {
    const beyond = connect(Number(other), hostname)
    socket.on('error', () => beyond.destroy()).pipe(beyond)
    beyond.on('error', () => socket.destroy()).pipe(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
