import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { findFreePort, startTcpProxy } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncLeased, syncWarehouse } from '../index.ts'
import { forward } from '../test-support/forward.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { openSyncRig, type SyncRig } from '../test-support/open-sync-rig.ts'
import { bodies, notes, stateOf, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

describe('a warehouse that is away', () => {
  test('a warehouse that is away is degraded with the reason, is retried after longer pauses, and recovers', async () => {
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
        lastError: expect.stringMatching(/\(refused\)/),
      },
    })
    await using _open = await forward(port, rig.targetUrl)
    expect(await sync(warehouse)).toMatchObject({ rows: { notes: 1 } })
    expect(await stateOf(warehouse)).toMatchObject({
      ...{ state: 'idle', lagRows: 0, lastError: null, failingSince: null, lastSyncAt: expect.any(Date) },
    })
  })

  test('a warehouse that falls silent holds up no other, is worked on by no one else, and loses no row', async () => {
    const proxy = await startTcpProxy(Number(new URL(rig.targetUrl).port))
    let isSilent = false
    const kind = meddleWithKind(rig.postgres, {
      commit: async (next, batch) => {
        if (batch.table.name === 'notes' && !isSilent) {
          isSilent = true
          proxy.blackhole()
        }
        return next(batch)
      },
    })
    try {
      const targetUrl = Object.assign(new URL(rig.targetUrl), { port: proxy.port }).href
      const warehouse = await rig.open({ kind, targetUrl, limitRows: 5 })
      const other = await rig.open({ orgId: warehouse.orgId })
      await rig.addNotes(warehouse.orgId, bodies(20))
      const hanging = sync(warehouse).then(
        () => undefined,
        (error: unknown) => error,
      )
      await expect.poll(() => isSilent, { timeout: 60_000 }).toBe(true)
      expect(await sync(other)).toMatchObject({ rows: { notes: 20 } })
      expect(await verify(other)).toMatchObject({ equal: true })
      await expect(warehouse.lease()).rejects.toThrow('another process')
      expect(await stateOf(warehouse)).toMatchObject({ state: 'syncing' })
      // As after the ten minutes that a statement may take.
      proxy.heal()
      proxy.resetAll()
      expect(await hanging).toMatchObject({ name: 'WarehouseError', fault: 'retry' })
      expect(await stateOf(warehouse)).toMatchObject({ state: 'degraded' })
      await sync(warehouse)
      expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 20 } } })
    } finally {
      await proxy.stop()
    }
  })

  test('degrades a warehouse whose secrets another master key sealed', async () => {
    const warehouse = await rig.open()
    const dependencies = { ...warehouse.dependencies, secretBox: createSecretBox(randomBytes(32)) }
    await expect(syncWarehouse(dependencies, warehouse)).rejects.toMatchObject({ fault: 'configuration' })
    expect(await stateOf(warehouse)).toMatchObject({
      ...{ state: 'degraded', lastError: expect.stringMatching(/SIGNALPOST_MASTER_KEY/) },
    })
  })

  test('degrades a warehouse that cannot be closed, as readers may not see all its rows', async () => {
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

  test('does not degrade a warehouse for a fault of our own', async () => {
    const warehouse = await rig.open()
    await rig.addNotes(warehouse.orgId, ['one'])
    const { pool: dead } = createDatabase({
      ...{ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', onConnectionError: () => undefined },
    })
    const ended = syncLeased({ ...warehouse.dependencies, pool: dead }, await warehouse.lease())
    await expect(ended).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await warehouse.row()).toMatchObject({ lease_token: null, failing_since: null, failures: 0 })
  })

  test.each([
    {
      what: 'takes rights away',
      does: (at: string) => `revoke all on ${at}.notes from current_user`,
      corrects: (at: string) => `grant all on ${at}.notes to current_user`,
    },
    {
      what: 'takes the schema away',
      does: (at: string) => `revoke usage on schema ${at} from current_user`,
      corrects: (at: string) => `grant usage on schema ${at} to current_user`,
    },
    { what: 'renames a table', does: (at: string) => `alter table ${at}.notes rename to mine` },
    {
      what: 'changes a type',
      does: (at: string) =>
        `drop view ${at}.notes_current; alter table ${at}.notes alter target_id type integer using null`,
      corrects: (at: string) => `alter table ${at}.notes drop column target_id cascade`,
    },
    { what: 'drops the schema', does: (at: string) => `drop schema ${at} cascade` },
  ])('loses no row where someone $what in the middle of a sync', async ({ does, corrects }) => {
    let isDone = false
    const kind = meddleWithKind(rig.postgres, {
      commit: async (next, batch) => {
        await next(batch)
        if (batch.table.name !== 'notes' || isDone) return
        isDone = true
        await warehouse.meddle(does)
      },
    })
    const warehouse = await rig.open({ kind, limitRows: 5 })
    const keys = await rig.addNotes(warehouse.orgId, bodies(60))
    await expect(sync(warehouse)).rejects.toMatchObject({ name: 'WarehouseError' })
    expect(await stateOf(warehouse)).toMatchObject({ state: 'degraded', lastError: expect.any(String) })
    if (corrects !== undefined) await warehouse.meddle(corrects)
    await sync(warehouse)
    expect(await verify(warehouse)).toMatchObject({
      equal: true,
      tables: { notes: { targetRows: keys.length } },
    })
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', lastError: null })
  })

  test('syncs the other tables when a person must correct one', async () => {
    const warehouse = await rig.open()
    await sync(warehouse)
    await warehouse.meddle(
      (at) => `drop table ${at}.signals cascade; create view ${at}.signals as select 1 as one`,
    )
    await rig.addNotes(warehouse.orgId, ['one'])
    await rig.addSignal(warehouse.orgId, 'sig_1')
    await expect(sync(warehouse)).rejects.toMatchObject({ fault: 'configuration' })
    expect(await warehouse.rows(notes)).toHaveLength(1)
  })
})
