import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDatabase,
  createSecretBox,
  type Database,
  type DatabasePool,
  type SecretBox,
} from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createWarehouse } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { syncPoints } from '@signalpost/runtime'
import { type SyncDependencies, syncWarehouse, verifyWarehouse } from '@signalpost/sync'
import {
  type ClickHouseServer,
  createTestDatabase,
  startClickHouse,
  startRandomWriters,
  type TestDatabase,
  waitUntil,
} from '@signalpost/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, pickOne, type Random } from '../support/sending/random.ts'
import { makePlaces, type RealPlace } from './real-places.ts'
import { createSyncProcess } from './sync-process.ts'

const orgId = 'org_one'
/** Part of what certainty requires: run 200 by hand, in four minutes. */
const kills = Number(process.env.SIGNALPOST_TEST_KILLS || 12)
const seed = Number(process.env.SIGNALPOST_TEST_SEED || 1)
const crashLimitMs = 10_000
/** Each point must be met once, also on a slow machine. */
const firstCrashLimitMs = 60_000
const masterKey = randomBytes(32)
let source: TestDatabase
let target: TestDatabase
let clickhouse: ClickHouseServer
let directory: string
let database: Database
let pool: DatabasePool
let secretBox: SecretBox

beforeAll(async () => {
  ;[source, target, clickhouse] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    startClickHouse(),
  ])
  directory = await mkdtemp(join(tmpdir(), 'signalpost-kills-'))
  ;({ database, pool } = createDatabase({
    ...{ url: source.url, applicationName: 'test', onConnectionError: () => undefined },
  }))
  secretBox = createSecretBox(masterKey)
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
})

afterAll(async () => {
  await database.destroy()
  await Promise.all([
    source.drop(),
    target.drop(),
    clickhouse.stop(),
    rm(directory, { recursive: true, force: true }),
  ])
})

test('every warehouse ends equal, however often syncs are killed, cursors are lost, and whenever it joins', {
  timeout: 120_000 + kills * 15_000,
}, async () => {
  const random = createRandom(seed)
  const options = { databaseUrl: source.url, masterKey: masterKey.toString('base64'), dataDir: directory }
  const processes = [createSyncProcess(options), createSyncProcess(options)]
  const places = await addPlaces()
  const writers = startRandomWriters({ url: source.url, orgId, writers: 6 })
  const crashes = new Map<string, number>()
  try {
    for (const one of processes) one.start()
    for (let kill = 1; kill <= kills; kill += 1) {
      if (kill === Math.ceil(kills / 2)) places.push(...(await addPlaces()))
      const killed = pickOne(processes, random)
      const point = syncPoints[kill % (syncPoints.length + 1)]
      if (point === undefined) {
        await sleep(random() * 1_000)
        await killed.kill()
      } else {
        const met = crashes.get(point) ?? 0
        const passage = met === 0 ? 1 : 1 + Math.floor(random() * 3)
        const limitMs = met === 0 ? firstCrashLimitMs : crashLimitMs
        if (await killed.killAt({ point, passage }, limitMs)) crashes.set(point, met + 1)
      }
      // As if the lease had expired; sometimes another process holds it, and two work on one warehouse.
      await endLeases()
      if (random() < 0.2) await moveCursor(pickOne(places, random), random).catch(() => undefined)
      killed.start()
    }
    await sleep(1_000)
  } finally {
    await Promise.all([writers.stop(), ...processes.map((one) => one.kill())])
  }
  expect(Object.fromEntries(crashes)).toEqual(
    Object.fromEntries(syncPoints.map((point) => [point, expect.any(Number)])),
  )
  await endLeases()
  const dependencies: SyncDependencies = { database, pool, secretBox, dataDir: directory }
  for (const { kind, warehouseId } of places) {
    await syncWarehouse(dependencies, { warehouseId })
    const report = await verifyWarehouse(dependencies, { warehouseId }, { repair: false })
    const rows = Object.values(report.tables).map(({ sourceRows, targetRows }) => [sourceRows, targetRows])
    process.stderr.write(`${kind.kind} ${JSON.stringify({ equal: report.equal, rows })}\n`)
    expect(report).toMatchObject({ equal: true })
  }
  const complaints = processes.map((one) => one.complaints()).join('')
  process.stderr.write(`${JSON.stringify({ crashes: Object.fromEntries(crashes), kills })}\n`)
  process.stderr.write(`${[...new Set(complaints.match(/^\w*Error: .*/gm))].slice(0, 20).join('\n')}\n`)
})

/** A very busy machine refuses connections, which is not a fault of the code under test. */
async function endLeases(): Promise<void> {
  const end = () => sql`update warehouses set leased_until = null`.execute(database)
  await waitUntil('the leases are over', () =>
    end().then(
      () => true,
      () => false,
    ),
  )
}

type KeptPlace = RealPlace & { warehouseId: string }

async function addPlaces(): Promise<KeptPlace[]> {
  const kept: KeptPlace[] = []
  for (const place of makePlaces({ directory, postgresUrl: target.url, clickhouse })) {
    const { kind, settings, secrets } = place
    const location = JSON.stringify(settings)
    const { warehouseId } = await createWarehouse(database, secretBox, {
      ...{ orgId, kind: kind.kind, name: location, settings, secrets, location },
      ...{ intervalMs: 1_000, excludesPersonal: false, hasLedger: true, hasBounds: false },
    })
    kept.push({ ...place, warehouseId })
  }
  return kept
}

/** As after restoring a backup of the warehouse alone, or losing its cursor. Rows stay. */
async function moveCursor({ kind, settings, secrets }: RealPlace, random: Random): Promise<void> {
  const scratch = await mkdtemp(join(directory, 'meddling-'))
  const opened = await kind.open({
    orgId,
    settings,
    secrets,
    scratch,
    libraries: directory,
    bounds: undefined,
  })
  try {
    const table = pickOne(warehouseTables, random)
    const cursor = await opened.readCursor(table)
    if (cursor === undefined) return
    const position = random() < 0.5 ? 0n : BigInt(Math.floor(Number(cursor.position) * random()))
    await opened.writeCursor(table, { ...cursor, position })
  } finally {
    await opened.close()
  }
}
