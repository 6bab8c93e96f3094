import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { mergeContributions, type OwnedContribution } from '@signalpost/database/records'
import { createWarehouse } from '@signalpost/database/warehouses'
import { type Envelope, readEvent } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import { type SyncReport, syncWarehouse, type VerifyReport, verifyWarehouse } from '@signalpost/sync'
import { type ClickHouseServer, createTestDatabase, startClickHouse } from '@signalpost/testing'
import { warehouseKinds } from '@signalpost/warehouses'
import { orgId } from './demo-records.ts'

export type DemoWarehouses = {
  /** What a process of the product needs to keep them in sync. */
  product: { databaseUrl: string; masterKey: string }
  clickhouse: ClickHouseServer & { database: string }
  postgres: { url: string; schema: string }
  /** The file. */
  duckdb: string
  /** The directory. */
  parquet: string
  store: (events: readonly Envelope[]) => Promise<void>
  /** Syncs every warehouse; returns reports by kind. */
  sync: () => Promise<Record<string, SyncReport>>
  verify: () => Promise<Record<string, VerifyReport>>
  close: () => Promise<void>
}

/** Creates an empty workspace with a warehouse of each kind that can be real here. */
export async function openDemoWarehouses(): Promise<DemoWarehouses> {
  const [source, target, server] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    startClickHouse(),
  ])
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-demo-warehouses-'))
  const { database, pool } = createDatabase({
    url: source.url,
    applicationName: 'test',
    maxConnections: 4,
    onConnectionError: () => undefined,
  })
  const masterKey = randomBytes(32)
  const secretBox = createSecretBox(masterKey)
  await migrateQueues({ kind: 'postgres', url: source.url })
  const dependencies = { database, pool, secretBox, kinds: warehouseKinds, dataDir: directory }
  await createWorkspace(database, {
    ...{ orgId, name: 'Demo', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })

  const { url, user, password } = server
  const [duckdb, parquet] = [join(directory, 'demo.duckdb'), join(directory, 'parquet')]
  const places: Record<string, { settings: Record<string, string>; secrets: Record<string, string> }> = {
    clickhouse: { settings: { url, user, database: 'demo' }, secrets: { password } },
    postgres: { settings: { schema: 'demo' }, secrets: { url: target.url } },
    duckdb: { settings: { path: duckdb }, secrets: {} },
    parquet: { settings: { path: parquet }, secrets: {} },
  }
  const warehouseIds = new Map<string, string>()
  for (const [kind, place] of Object.entries(places)) {
    const { warehouseId } = await createWarehouse(database, secretBox, {
      ...{
        orgId,
        kind,
        name: kind,
        location: kind,
        intervalMs: 1_000,
        excludesPersonal: false,
        hasLedger: true,
        hasBounds: false,
      },
      ...place,
    })
    warehouseIds.set(kind, warehouseId)
  }
  const ofEach = async <Report>(work: (warehouse: { warehouseId: string }) => Promise<Report>) => {
    const reports: Record<string, Report> = {}
    for (const [kind, warehouseId] of warehouseIds) reports[kind] = await work({ warehouseId })
    return reports
  }
  return {
    product: { databaseUrl: source.url, masterKey: masterKey.toString('base64') },
    clickhouse: { ...server, database: 'demo' },
    postgres: { url: target.url, schema: 'demo' },
    duckdb,
    parquet,
    store: (events) =>
      database
        .transaction()
        .execute((transaction) => mergeContributions(transaction, events.flatMap(contributionsOf), now())),
    sync: () => ofEach((warehouse) => syncWarehouse(dependencies, warehouse)),
    verify: () => ofEach((warehouse) => verifyWarehouse(dependencies, warehouse, { repair: false })),
    close: async () => {
      await database.destroy()
      await Promise.all([source.drop(), target.drop(), server.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function contributionsOf(event: Envelope): OwnedContribution[] {
  const verdict = readEvent(event, { orgId, sourceId: 'src_demo', receivedAtMs: Date.now() })
  if (verdict.verdict !== 'valid') throw new Error(`not a valid event: ${JSON.stringify(verdict)}`)
  return verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
}

function now() {
  return { nowMs: Date.now() }
}
