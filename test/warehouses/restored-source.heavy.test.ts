import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { readPositions, sequenceChanges } from '@signalpost/database/changes'
import { createWarehouse } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import {
  listWarehouseStates,
  type SyncDependencies,
  syncWarehouse,
  type TableRewrite,
  verifyWarehouse,
} from '@signalpost/sync'
import {
  type ClickHouseServer,
  createTestDatabase,
  startClickHouse,
  startRandomWriters,
  type TestDatabase,
} from '@signalpost/testing'
import type { Target, WarehouseKind } from '@signalpost/warehouses'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlaces, type RealPlace } from './real-places.ts'
import { type RestorablePostgres, startRestorablePostgres } from './restorable-postgres.ts'

const kindNames = ['postgres', 'duckdb', 'clickhouse', 'parquet']
const masterKey = randomBytes(32)
const secretBox = createSecretBox(masterKey)
let source: RestorablePostgres
let target: TestDatabase
let clickhouse: ClickHouseServer
let directory: string
let opened: ReturnType<typeof createDatabase>

beforeAll(async () => {
  ;[source, target, clickhouse] = await Promise.all([
    startRestorablePostgres(),
    createTestDatabase(),
    startClickHouse(),
  ])
  directory = await mkdtemp(join(tmpdir(), 'signalpost-restored-'))
  opened = open(source.url)
})

afterAll(async () => {
  await opened.database.destroy()
  await Promise.all([source.close(), target.drop(), clickhouse.stop(), rm(directory, { recursive: true })])
})

describe.each(kindNames)('a %s warehouse of a product that was restored', (name) => {
  test('is rewritten once positions have passed its cursor, and equals the restored database', async () => {
    const warehouse = await openCase(name)
    await restoreAndGoOn(warehouse)
    expect(await warehouse.sync()).toMatchObject({ lagRows: 0 })
    expect(warehouse.rewrites).toContainEqual({
      table: 'signals',
      reason: expect.stringMatching(/restored to an earlier state/),
    })
    expect(await warehouse.keptKeys()).toEqual(await warehouse.storedKeys())
    expect(await warehouse.verify()).toMatchObject({ equal: true })
    const [state] = await listWarehouseStates(opened.database, { warehouseId: warehouse.warehouseId })
    expect(state).toMatchObject({
      state: 'idle',
      reason: expect.stringMatching(/rewritten.*restored to an/i),
    })
    await changeAll(warehouse.orgId, 'after the rewrite')
    warehouse.rewrites.length = 0
    await warehouse.sync()
    expect(warehouse.rewrites).toEqual([])
    expect(await warehouse.verify()).toMatchObject({ equal: true })
  })
})

test('a cursor without a history loses rows after a restore', async () => {
  const warehouse = await openCase('postgres', { forgetsHistory: true })
  await restoreAndGoOn(warehouse)
  expect(await warehouse.sync()).toMatchObject({ lagRows: 0 })
  expect(warehouse.rewrites).toEqual([])
  const [kept, stored] = [await warehouse.keptKeys(), await warehouse.storedKeys()]
  expect(stored.filter((key) => !kept.includes(key)).length).toBeGreaterThan(0)
  expect(kept.filter((key) => !stored.includes(key)).length).toBeGreaterThan(0)
})

test('a restore after which nothing changes is noticed, too', async () => {
  const warehouse = await openCase('postgres')
  await warehouse.sync()
  await source.backUp('idle')
  await addSignals(warehouse.orgId, 'lost', 5)
  await warehouse.sync()
  await source.restore('idle')
  await warehouse.sync()
  expect(await warehouse.keptKeys()).toEqual(await warehouse.storedKeys())
  expect(await warehouse.verify()).toMatchObject({ equal: true })
})

test('a promoted server that lost nothing rewrites nothing, and one that lost changes does', async () => {
  const warehouse = await openCase('postgres')
  await warehouse.sync()
  await source.promote()
  await addSignals(warehouse.orgId, 'kept', 3)
  await warehouse.sync()
  expect(warehouse.rewrites).toEqual([])
  expect(await warehouse.verify()).toMatchObject({ equal: true })
  await source.backUp('behind')
  await addSignals(warehouse.orgId, 'lost', 3)
  await warehouse.sync()
  await source.restore('behind')
  await source.promote()
  await addSignals(warehouse.orgId, 'new', 5)
  await warehouse.sync()
  expect(warehouse.rewrites).toContainEqual({
    table: 'signals',
    reason: expect.stringMatching(/on timeline 3 after 2$/),
  })
  expect(await warehouse.keptKeys()).toEqual(await warehouse.storedKeys())
  expect(await warehouse.verify()).toMatchObject({ equal: true })
})

test('a product that moved to another database rewrites its warehouses', async () => {
  const warehouse = await openCase('postgres')
  await warehouse.sync()
  const url = await copyDatabase()
  const moved = open(url)
  try {
    await warehouse.sync({ ...warehouse.dependencies, ...moved })
    expect(warehouse.rewrites).toContainEqual({
      table: 'signals',
      reason: expect.stringMatching(/on another database/),
    })
    const report = await verifyWarehouse({ ...warehouse.dependencies, ...moved }, warehouse, {
      repair: false,
    })
    expect(report).toMatchObject({ equal: true })
  } finally {
    await moved.database.destroy()
  }
})

type Case = Awaited<ReturnType<typeof openCase>>

async function openCase(name: string, { forgetsHistory = false } = {}) {
  const orgId = `org_${randomBytes(4).toString('hex')}`
  await createWorkspace(opened.database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  const place = makePlaces({ directory, postgresUrl: target.url, clickhouse }).find(
    ({ kind }) => kind.kind === name,
  )
  if (place === undefined) throw new Error(`there is no place of kind ${name}`)
  const { settings, secrets } = place
  const location = JSON.stringify(settings)
  const { warehouseId } = await createWarehouse(opened.database, secretBox, {
    ...{ orgId, kind: name, name: location, settings, secrets, location },
    ...{ intervalMs: 20_000, excludesPersonal: false, hasLedger: true, hasBounds: false },
  })
  const kinds = [forgetsHistory ? withoutHistory(place.kind) : place.kind]
  const dependencies: SyncDependencies = { ...opened, secretBox, kinds, dataDir: directory }
  const rewrites: TableRewrite[] = []
  return {
    ...{ orgId, warehouseId, dependencies, rewrites },
    sync: (on: SyncDependencies = dependencies) =>
      syncWarehouse(on, { warehouseId }, { onRewrite: (rewrite) => rewrites.push(rewrite) }),
    verify: () => verifyWarehouse(dependencies, { warehouseId }, { repair: false }),
    keptKeys: () => keysIn(place, { orgId, table: 'signals' }),
    storedKeys: async () => {
      const { rows } = await opened.pool.query(
        `select signal_id from signals where org_id = $1 and state <> '{}' order by signal_id`,
        [orgId],
      )
      return rows.map(({ signal_id }) => String(signal_id))
    },
  }
}

/** Loses changes that the warehouse has; others take their positions. */
async function restoreAndGoOn(warehouse: Case): Promise<void> {
  const writers = startRandomWriters({
    url: source.url,
    orgId: warehouse.orgId,
    writers: 2,
    records: 30,
    holdMs: 5,
  })
  await expect.poll(() => countOf(warehouse.orgId, 'accounts')).toBeGreaterThan(0)
  await writers.stop()
  await addSignals(warehouse.orgId, 'both', 20)
  await warehouse.sync()
  await source.backUp('backup')
  await addSignals(warehouse.orgId, 'lost', 60)
  await changeAll(warehouse.orgId, 'in the history that is lost')
  await changeAll(warehouse.orgId, 'and once more')
  await warehouse.sync()
  const reached = await positionOf(warehouse.orgId)
  await source.restore('backup')
  await changeAll(warehouse.orgId, 'in the history that continues')
  do await addSignals(warehouse.orgId, 'new', 60)
  while ((await positionOf(warehouse.orgId)) <= reached)
}

async function addSignals(orgId: string, word: string, count: number): Promise<void> {
  await opened.pool.query(
    `insert into signals (org_id, signal_id, state, relevance_score)
     select $1, 'sig_' || $2 || '_' || gen_random_uuid(),
       jsonb_build_object('last', jsonb_build_object('document', jsonb_build_object('relevanceScore', 1, 'title', $2::text))), 1
     from generate_series(1, $3)`,
    [orgId, word, count],
  )
}

async function changeAll(orgId: string, title: string): Promise<void> {
  await opened.pool.query(
    `update signals set state = jsonb_set(state, '{last,document,title}', to_jsonb($2::text))
     where org_id = $1 and state #> '{last,document}' is not null`,
    [orgId, title],
  )
  await opened.pool.query('update notes set body = $2 where org_id = $1', [orgId, title])
}

async function countOf(orgId: string, table: string): Promise<number> {
  const { rows } = await opened.pool.query(`select count(*)::int as rows from ${table} where org_id = $1`, [
    orgId,
  ])
  return rows[0].rows
}

async function positionOf(orgId: string): Promise<bigint> {
  await sequenceChanges(opened.database)
  return (await readPositions(opened.database, { orgId, tables: ['signals'] })).get('signals') ?? 0n
}

function open(url: string): ReturnType<typeof createDatabase> {
  return createDatabase({ url, applicationName: 'test', onConnectionError: () => undefined })
}

/** Like `pg_restore` into a new database: the same rows under another object id. */
async function copyDatabase(): Promise<string> {
  const name = new URL(source.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: source.superuserUrl })
  await client.connect()
  try {
    await client.query(`alter database ${name} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await client.query(`create database moved template ${name} owner signalpost`)
    await client.query(`alter database ${name} with allow_connections true`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(source.url), { pathname: '/moved' }).href
}

/** Returns the kind as it was before cursors had histories. */
function withoutHistory(kind: WarehouseKind): WarehouseKind {
  return {
    ...kind,
    open: async (options) => {
      const opened: Target = await kind.open(options)
      return {
        ...opened,
        readCursor: async (table) => {
          const { history: _, ...cursor } = (await opened.readCursor(table)) ?? {}
          return 'position' in cursor ? cursor : undefined
        },
      }
    },
  }
}

async function keysIn(
  { kind, settings, secrets }: RealPlace,
  { orgId, table: name }: { orgId: string; table: string },
): Promise<string[]> {
  const table = warehouseTables.find((one) => one.name === name)
  if (table === undefined) throw new Error(`there is no table ${name}`)
  const scratch = await mkdtemp(join(directory, 'reading-'))
  const opened = await kind.open({
    orgId,
    settings,
    secrets,
    scratch,
    libraries: directory,
    bounds: undefined,
  })
  try {
    const buckets = await opened.checksum(table, 4)
    const hashes = await opened.listHashes(
      table,
      buckets.map(({ prefix }) => prefix),
    )
    return hashes.map(({ key }) => key).toSorted()
  } finally {
    await opened.close()
  }
}
