import { sequenceChanges } from '@signalpost/database/changes'
import { startRandomWriters } from '@signalpost/testing'
import type { Batch, Cursor } from '@signalpost/warehouses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backfillWarehouse, syncWarehouse, WorkInterrupted } from '../index.ts'
import { type Meddling, meddleWithKind } from '../test-support/meddle-with-kind.ts'
import {
  findTable,
  kindNamed,
  openSyncRig,
  type SyncRig,
  type WarehouseCase,
} from '../test-support/open-sync-rig.ts'
import { bodies, bodiesIn, notes, stateOf, sync, verify } from '../test-support/use-warehouse.ts'

const signals = findTable('signals')
let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

/** A warehouse that intercepts calls; a case of its own is there before the first call. */
async function openWith(
  limitRows: number,
  meddlingOf: (warehouse: () => WarehouseCase) => Meddling,
): Promise<WarehouseCase> {
  const opened: { warehouse?: WarehouseCase } = {}
  const get = (): WarehouseCase => {
    if (opened.warehouse === undefined) throw new Error('not open yet')
    return opened.warehouse
  }
  opened.warehouse = await rig.open({ limitRows, kind: meddleWithKind(rig.postgres, meddlingOf(get)) })
  return opened.warehouse
}

const signalIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `sig_${String(index * 2).padStart(3, '0')}`)

async function addSignals(orgId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rig.addSignal(orgId, id)
}

const setScore = (orgId: string, id: string, score: number | null) =>
  rig.query(
    `update signals set relevance_score = $3::smallint,
       state = jsonb_build_object('first', jsonb_build_object('members', jsonb_build_object('relevanceScore', $3::smallint)))
     where org_id = $1 and signal_id = $2`,
    [orgId, id, score],
  )

describe('a fill', () => {
  test('has every change that was made while it ran, to rows that it had sent, and to those that it had not', async () => {
    let batches = 0
    const warehouse = await openWith(10, (get) => ({
      commit: async (next, batch) => {
        await next(batch)
        if (batch.table.name !== 'signals') return
        batches += 1
        if (batches !== 3) return
        const { orgId } = get()
        // Of those that were sent, of the batch that is read already, and of those that are to come.
        for (const id of ['sig_000', 'sig_066', 'sig_090']) await setScore(orgId, id, 7)
        for (const id of ['sig_002', 'sig_068', 'sig_092']) await setScore(orgId, id, null)
        await addSignals(orgId, ['sig_001', 'sig_067', 'sig_091'])
        await sequenceChanges(rig.database)
      },
    }))
    await addSignals(warehouse.orgId, signalIds(50))
    await sync(warehouse)
    expect(batches).toBeGreaterThanOrEqual(5)
    await sync(warehouse)
    expect(await verify(warehouse)).toMatchObject({
      equal: true,
      tables: { signals: { sourceRows: 53, targetRows: 53 } },
    })
    const rows = await warehouse.rows(signals)
    const deleted = rows.filter(({ _deleted }) => _deleted).map(({ id }) => id)
    expect(deleted).toEqual(['sig_002', 'sig_068', 'sig_092'])
    const scored = rows.filter(({ relevance_score }) => relevance_score === '7' || relevance_score === 7)
    expect(scored.map(({ id }) => id)).toEqual(['sig_000', 'sig_066', 'sig_090'])
  })

  test('does not bring back a row that was deleted after it was read, however late its batch comes', async () => {
    const late: Batch[] = []
    const warehouse = await openWith(10, (get) => ({
      stage: async (next, batch) => {
        await next(batch)
        if (batch.table.name !== 'signals' || late.length > 0) return
        late.push(batch)
        await setScore(get().orgId, 'sig_000', null)
      },
      commit: async (next, batch) => {
        // The tombstone is there first, as where two processes sync.
        if (batch === late[0]) {
          await get().meddle(
            (at) => `insert into ${at}.signals (org_id, id, _version, _deleted, _synced_at, _batch_id)
                     values ('${batch.orgId}', 'sig_000', 1000000000, true, now(), 'other')`,
          )
        }
        await next(batch)
      },
    }))
    await addSignals(warehouse.orgId, signalIds(30))
    await sync(warehouse)
    expect((await warehouse.rows(signals))[0]).toMatchObject({ id: 'sig_000', _deleted: true })
  })

  test('continues after a crash with the rows that it had not sent', async () => {
    const sent: string[][] = []
    let crashes = 1
    const warehouse = await openWith(10, () => ({
      commit: async (next, batch) => {
        if (batch.table.name !== 'notes') return next(batch)
        if (sent.length === 2 && crashes > 0) {
          crashes -= 1
          throw new Error('gone')
        }
        await next(batch)
        sent.push([String(batch.rows)])
      },
    }))
    await rig.addNotes(warehouse.orgId, bodies(45))
    await expect(sync(warehouse)).rejects.toThrow('gone')
    expect(await bodiesIn(warehouse)).toEqual(bodies(20))
    expect(await stateOf(warehouse)).toMatchObject({ lagRows: 25 })
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 25 }, lagRows: 0 })
    expect(await bodiesIn(warehouse)).toEqual(bodies(45))
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('continues where its cursor is in the warehouse, though our own record of it is lost', async () => {
    const stopping = new AbortController()
    const warehouse = await openWith(10, () => ({
      commit: async (next, batch) => {
        await next(batch)
        stopping.abort()
      },
    }))
    await rig.addNotes(warehouse.orgId, bodies(45))
    const { signal } = stopping
    await expect(syncWarehouse(warehouse.dependencies, warehouse, { signal })).rejects.toThrow(
      WorkInterrupted,
    )
    await rig.query('delete from warehouse_cursors where warehouse_id = $1', [warehouse.warehouseId])
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 35 } })
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 45 } } })
  })

  test('begins again where the warehouse lost its cursor and its rows in the middle', async () => {
    let committed = 0
    const warehouse = await openWith(10, (get) => ({
      commit: async (next, batch) => {
        await next(batch)
        committed += 1
        if (committed !== 2) return
        await get().meddle((at) => `delete from ${at}._signalpost_cursors`)
        await get().meddle((at) => `delete from ${at}.notes`)
      },
    }))
    await rig.addNotes(warehouse.orgId, bodies(45))
    await expect(sync(warehouse)).rejects.toThrow(WorkInterrupted)
    await sync(warehouse)
    expect(await bodiesIn(warehouse)).toEqual(bodies(45))
  })

  test('keeps earlier versions of the product away until it has ended, as they would skip rows', async () => {
    const stored: (Cursor | undefined)[] = []
    const warehouse = await openWith(10, () => ({
      readCursor: async (next, table) => {
        const cursor = await next(table)
        if (table.name === 'notes') stored.push(cursor)
        return cursor
      },
      commit: async (next, batch) => {
        await next(batch)
        if (batch.to > 0n && stored.length === 1) throw new Error('gone')
      },
    }))
    await rig.addNotes(warehouse.orgId, bodies(45))
    await expect(sync(warehouse)).rejects.toThrow('gone')
    await sync(warehouse)
    await sync(warehouse)
    expect(stored[1]?.version).toBeGreaterThan(notes.version)
    expect(stored.at(-1)?.version).toBe(notes.version)
  })

  test('writes over equal rows in a backfill, also over those of a fill that it interrupted', async () => {
    const warehouse = await rig.open({ limitRows: 10 })
    await rig.addNotes(warehouse.orgId, bodies(45))
    await sync(warehouse)
    await warehouse.meddle((at) => `update ${at}.notes set body = 'damaged'`)
    await backfillWarehouse(warehouse.dependencies, warehouse)
    expect(await bodiesIn(warehouse)).toEqual(bodies(45))
  })

  test('of a small table is none: its changes are followed from the first', async () => {
    const froms: bigint[] = []
    const warehouse = await openWith(10, () => ({
      commit: async (next, batch) => {
        if (batch.table.name === 'notes') froms.push(batch.to)
        await next(batch)
      },
    }))
    await rig.addNotes(warehouse.orgId, bodies(10))
    await sync(warehouse)
    await sequenceChanges(rig.database)
    const rows = await rig.query('select max(position)::text as last from changes where org_id = $1', [
      warehouse.orgId,
    ])
    expect(froms).toEqual([BigInt(String(rows[0]?.last))])
  })
})

test.each([
  ['postgres', 4],
  ['parquet', 1],
])(
  '%s ends equal to the database, however often fills fail and processes meet while others write',
  async (kindName, rounds) => {
    let isCalm = false
    const fail = (): void => {
      if (!isCalm && Math.random() < 0.25) throw new Error('gone')
    }
    const kind = meddleWithKind(kindNamed(kindName), {
      stage: async (next, batch) => {
        fail()
        await next(batch)
      },
      commit: async (next, batch) => {
        fail()
        await next(batch)
        fail()
      },
    })
    const place = kindName === 'parquet' ? { path: await rig.makeDirectory() } : undefined
    const warehouse = await rig.open({ kind, limitRows: 15, ...(place && { place }) })
    const writers = startRandomWriters({ url: rig.url, orgId: warehouse.orgId, writers: 4, holdMs: 10 })
    const { pool } = warehouse.dependencies
    const isFilled = async (): Promise<boolean> =>
      Number(
        (await pool.query('select count(*) from signals where org_id = $1', [warehouse.orgId])).rows[0].count,
      ) > 60
    while (!(await isFilled()));
    for (let round = 0; round < rounds; round += 1) {
      // As if leases expired: two work on one warehouse.
      const both = [1, 2].map(async () => {
        await pool.query('update warehouses set leased_until = null where warehouse_id = $1', [
          warehouse.warehouseId,
        ])
        await sync(warehouse)
      })
      await Promise.allSettled(both)
      if (round === 0) await backfillWarehouse(warehouse.dependencies, warehouse).catch(() => undefined)
    }
    await writers.stop()
    isCalm = true
    await pool.query('update warehouses set leased_until = null')
    await sync(warehouse)
    expect(await sync(warehouse)).toMatchObject({ lagRows: 0 })
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  },
)
