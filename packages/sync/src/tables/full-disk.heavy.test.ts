import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canMount, mountSmallDisk } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindNamed, openSyncRig, type SyncRig } from '../test-support/open-sync-rig.ts'
import { notes, stateOf, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

/** Texts that no engine packs. */
const large = (count: number) =>
  Array.from({ length: count }, () =>
    Array.from({ length: 4_000 }, () => Math.random().toString(36).slice(2)).join(''),
  )

test.skipIf(!canMount()).each(['duckdb', 'parquet'])(
  'a full disk under %s degrades it, loses no row, and harms none that was there (tested as root, on a small tmpfs)',
  async (name) => {
    const disk = mountSmallDisk('48m')
    try {
      const path = name === 'duckdb' ? join(disk.path, 'a.duckdb') : join(disk.path, 'lake')
      const warehouse = await rig.open({ kind: kindNamed(name), place: { path }, limitRows: 20 })
      await rig.addNotes(warehouse.orgId, large(20))
      await sync(warehouse)
      await rig.addNotes(warehouse.orgId, large(60))
      disk.fill()
      for (let tries = 0; tries < 2; tries += 1) {
        await expect(sync(warehouse)).rejects.toMatchObject({ name: 'WarehouseError', fault: 'retry' })
        expect(await stateOf(warehouse)).toMatchObject({
          state: 'degraded',
          lastError: `The disk of ${path} is full.`,
        })
      }
      expect(await warehouse.row()).toMatchObject({ failures: 2, lease_token: null })
      disk.free()
      expect(await verify(warehouse)).toMatchObject({ equal: true })
      await sync(warehouse)
      expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', lastError: null })
      expect(await verify(warehouse)).toMatchObject({
        ...{ equal: true, tables: { [notes.name]: { sourceRows: 80, targetRows: 80 } } },
      })
      const left = await readdir(name === 'duckdb' ? disk.path : join(path, notes.name))
      expect(left.filter((file) => /\.(wal|tmp|part)$/.test(file))).toEqual([])
    } finally {
      disk.unmount()
    }
  },
)
