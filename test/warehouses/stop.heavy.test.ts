import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createWarehouse } from '@signalpost/database/warehouses'
import { migrateQueues } from '@signalpost/queues'
import { syncWarehouse, verifyWarehouse } from '@signalpost/sync'
import { createTestDatabase, startRandomWriters } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { startProduct } from '../support/product/start-product.ts'
import { makePlaces } from './real-places.ts'

const orgId = 'org_one'
const stops = 4

test('workers that are stopped in turns end well, and what they kept in sync is equal', async () => {
  const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-stops-'))
  const masterKey = randomBytes(32)
  const secretBox = createSecretBox(masterKey)
  const { database, pool } = createDatabase({
    ...{ url: source.url, applicationName: 'test', onConnectionError: () => undefined },
  })
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  await migrateQueues({ kind: 'postgres', url: source.url })
  const warehouseIds: string[] = []
  for (const { kind, settings, secrets } of makePlaces({ directory, postgresUrl: target.url })) {
    const { warehouseId } = await createWarehouse(database, secretBox, {
      ...{ orgId, kind: kind.kind, name: kind.kind, settings, secrets, location: kind.kind },
      ...{ intervalMs: 1_000, excludesPersonal: false, hasBounds: false },
    })
    warehouseIds.push(warehouseId)
  }
  const product = await startProduct({
    databaseUrl: source.url,
    masterKey: masterKey.toString('base64'),
    counts: { worker: 2 },
    env: { TMPDIR: directory },
  })
  const writers = startRandomWriters({ url: source.url, orgId })
  try {
    for (let stop = 0; stop < stops; stop += 1) {
      const worker = product.workers[stop % 2]
      await sleep(300 + Math.random() * 700)
      expect(await worker?.stop('SIGTERM')).toEqual({ code: 0, signal: null })
      await worker?.start()
    }
    expect(product.collapses()).toEqual([])
    await writers.stop()
    for (const warehouseId of warehouseIds) {
      const dependencies = { database, pool, secretBox, dataDir: directory }
      await syncWarehouse(dependencies, { warehouseId })
      expect(await verifyWarehouse(dependencies, { warehouseId }, { repair: false })).toMatchObject({
        equal: true,
      })
    }
  } finally {
    await Promise.all([writers.stop(), product.stop()])
    await database.destroy()
    await Promise.all([source.drop(), target.drop(), rm(directory, { recursive: true, force: true })])
  }
})
