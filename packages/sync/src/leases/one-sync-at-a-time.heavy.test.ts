import { readCursorCopies, renewWarehouseLease, setWarehousePaused } from '@signalpost/database/warehouses'
import type { Batch } from '@signalpost/warehouses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backfillWarehouse, syncLeased, syncWarehouse, WorkInterrupted } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { openSyncRig, type SyncRig } from '../test-support/open-sync-rig.ts'
import { bodies, bodiesIn, notes, stateOf, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

test('two processes that sync one warehouse at once do no harm', async () => {
  const warehouse = await rig.open({ limitRows: 7 })
  await rig.addNotes(warehouse.orgId, bodies(100))
  const lease = await warehouse.lease()
  const both = await Promise.allSettled([1, 2].map(() => syncLeased(warehouse.dependencies, lease)))
  // The first that ends gives the lease back, and the other may notice.
  const reasons = both.filter((ended) => ended.status === 'rejected').map(({ reason }) => reason)
  expect(reasons.filter((reason) => !(reason instanceof WorkInterrupted))).toEqual([])
  // The slower may just have begun the table again when the lease ended. Then the next sync continues there.
  await sync(warehouse)
  expect(await verify(warehouse)).toMatchObject({
    equal: true,
    tables: { notes: { sourceRows: 100, targetRows: 100 } },
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

  test('writes no cursor after the lease is lost', async () => {
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

  test('waits for the process that works on the warehouse, and gives up at the limit', async () => {
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

  test('ends a sync when the warehouse is paused, and begins none before it is resumed', async () => {
    const warehouse = await rig.open()
    const { warehouseId, token } = await warehouse.lease()
    await setWarehousePaused(rig.database, { warehouseId, isPaused: true })
    expect(await renewWarehouseLease(rig.database, { warehouseId, token, leaseMs: 1_000 })).toBe(false)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'paused' })
    await expect(sync(warehouse)).rejects.toMatchObject({ code: 'conflict' })
  })
})
