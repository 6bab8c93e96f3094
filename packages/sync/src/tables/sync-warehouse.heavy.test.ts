import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { warehouseTables } from '@signalpost/domain'
import { startRandomWriters } from '@signalpost/testing'
import type { Batch } from '@signalpost/warehouses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncLeased, syncWarehouse, WorkInterrupted } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { openSyncRig, type SyncRig } from '../test-support/open-sync-rig.ts'
import { bodies, notes, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

test('warehouses become equal to the database while others write, also one that joins late', async () => {
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

describe('what is done stays as it is', () => {
  test('changes nothing in a warehouse when nothing changed', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, bodies(3))
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 3 } })
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 0 }, batches: 0 })
    expect(await syncLeased(warehouse.dependencies, await warehouse.lease())).toBeUndefined()
  })

  test('changes nothing in a warehouse whose cursor was lost', async () => {
    const warehouse = await rig.open({ limitRows: 2 })
    await rig.addNotes(warehouse.orgId, bodies(5))
    await sync(warehouse)
    const rows = await warehouse.rows(notes)
    await warehouse.meddle((at) => `delete from ${at}._signalpost_cursors`)
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 5 } })
    expect(await warehouse.rows(notes)).toEqual(rows)
  })

  test('changes nothing when an old batch comes again after a newer one', async () => {
    const kept: Batch[] = []
    const warehouse = await rig.open({
      kind: meddleWithKind(rig.postgres, {
        stage: async (next, batch) => {
          const file = join(rig.directory, `${batch.batchId}.csv`)
          await copyFile(batch.file, file)
          if (batch.table.name === 'notes') kept.push({ ...batch, file })
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
  test.each(['stage', 'commit'] as const)(
    'continues a sync that failed before or after %s',
    async (method) => {
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
    },
  )

  test('continues a sync that was stopped', async () => {
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

/** Rows without what tells when and with what they came. */
function withoutTrace(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ _synced_at, _batch_id, ...row }) => row)
}
