import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createDatabase, createSecretBox, type Database, findDueWork } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createWarehouse, readHours } from '@signalpost/database/warehouses'
import { createLogger, type Periodic, runPeriodically } from '@signalpost/runtime'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWarehouseStates, type WarehouseState } from './list-warehouse-states.ts'
import { type Syncing, startSyncing } from './start-syncing.ts'

const orgId = 'org_one'
const masterKey = randomBytes(32)
const registry = new Registry()
const logger = createLogger({ name: 'test', level: 'silent' })
let source: TestDatabase
let target: TestDatabase
let database: Database
let running: Syncing
let looking: Periodic

beforeAll(async () => {
  ;[source, target] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const opened = createDatabase({
    ...{ url: source.url, applicationName: 'test', onConnectionError: () => undefined },
  })
  database = opened.database
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  const config = { databaseUrl: source.url, masterKeys: [masterKey] as const, dataDir: '/nonexistent' }
  running = startSyncing({ config, logger, registry, onFault: () => () => undefined })
  looking = runPeriodically({
    intervalMs: 100,
    work: async () => running.takeUp(await findDueWork(database, Date.now())),
    onError: () => undefined,
  })
})

afterAll(async () => {
  await looking.stop()
  await running.stop()
  await database.destroy()
  await Promise.all([source.drop(), target.drop()])
})

test('sequences changes even without a warehouse', async () => {
  await addNote('note_0')
  await expect.poll(async () => (await sql`select from change_inbox`.execute(database)).rows.length).toBe(0)
})

test('syncs due warehouses even if others fail, and compares them once a day', async () => {
  const away = await addWarehouse('away', 'postgres://127.0.0.1:1/none')
  const [one, two] = [await addWarehouse('one', target.url), await addWarehouse('two', target.url)]
  await addNote('note_1')
  await expect
    .poll(async () => (await statesOf(one, two)).map(({ state, lagRows }) => `${state} ${lagRows}`))
    .toEqual(['idle 0', 'idle 0'])
  expect((await statesOf(away))[0]).toMatchObject({ state: 'degraded', lagRows: 2 })

  const [before] = await statesOf(one)
  expect(before?.verifiedAt).toBeNull()
  await sql`update warehouses set created_at = now() - interval '25 hours'`.execute(database)
  await expect.poll(async () => (await statesOf(one))[0]?.differingRows).toBe(0)
  const metrics = await registry.metrics()
  expect(metrics).toMatch(/signalpost_warehouse_rows_total\{kind="postgres",table="notes"\} 4/)
  expect(metrics).toMatch(/signalpost_warehouse_failures_total\{kind="postgres",fault="retry"\} [1-9]/)
})

test('records by the hour how old the data of a warehouse gets', async () => {
  const warehouseId = await addWarehouse('nowhere', 'postgres://127.0.0.1:1/none')
  await sql`update changes set sequenced_at = sequenced_at - interval '90 seconds'`.execute(database)
  const config = { databaseUrl: source.url, masterKeys: [masterKey] as const, dataDir: '/nonexistent' }
  const second = startSyncing({ config, logger, registry: new Registry(), onFault: () => () => undefined })
  await expect.poll(() => readHours(database, { orgId, warehouseId })).toHaveLength(1)
  await second.stop()
  const [hour] = await readHours(database, { orgId, warehouseId })
  expect(hour?.mostSeconds).toBeGreaterThanOrEqual(90)
})

test('retries refused rows by itself, and counts them', async () => {
  const place = 'refusing'
  const warehouseId = await addWarehouse(place, target.url)
  const there = createDatabase({
    ...{ url: target.url, applicationName: 'test', onConnectionError: () => undefined },
  }).database
  await expect.poll(async () => (await statesOf(warehouseId))[0]?.lastSyncAt).not.toBeNull()
  await sql
    .raw(`alter table ${place}.notes add constraint nice check (id not like 'note_bad%') not valid`)
    .execute(there)
  await addNote('note_bad')
  await expect
    .poll(async () => (await statesOf(warehouseId))[0])
    .toMatchObject({ state: 'degraded', rejectedRows: 1, lagRows: 0 })
  const metric = async (name: string) => {
    const found = await registry.getSingleMetric(`signalpost_warehouse_${name}`)?.get()
    return found?.values.find(({ labels }) => labels.kind === 'postgres')?.value ?? 0
  }
  await expect.poll(() => metric('refused_rows_total')).toBeGreaterThanOrEqual(1)

  await sql.raw(`alter table ${place}.notes drop constraint nice`).execute(there)
  await sql`update warehouse_rejects set retry_at = now()`.execute(database)
  await expect
    .poll(async () => (await statesOf(warehouseId))[0])
    .toMatchObject({ state: 'idle', reason: null, rejectedRows: 0 })
  await expect.poll(() => metric('recovered_rows_total')).toBe(1)
  await there.destroy()
})

test('loads no engine before a warehouse of its kind is opened', async () => {
  const script = `
    await import(${JSON.stringify(new URL('./start-syncing.ts', import.meta.url).href)})
    process.stdout.write(process.report.getReport().sharedObjects.join('\\n'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout).toMatch(/libc/)
  expect(stdout).not.toMatch(/duckdb/)
})

async function addWarehouse(schema: string, url: string): Promise<string> {
  const { warehouseId } = await createWarehouse(database, createSecretBox(masterKey), {
    ...{ orgId, kind: 'postgres', name: schema, settings: { schema }, location: schema },
    ...{ intervalMs: 1_000, excludesPersonal: false, hasBounds: false, secrets: { url } },
  })
  return warehouseId
}

async function addNote(noteId: string): Promise<void> {
  await sql`
    insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
    values (${orgId}, ${noteId}, 'signal', 'sig_1', 'text', now(), 'usr_1')`.execute(database)
}

async function statesOf(...warehouseIds: string[]): Promise<WarehouseState[]> {
  const states = await listWarehouseStates(database, { orgId })
  return states.filter(({ warehouseId }) => warehouseIds.includes(warehouseId))
}
