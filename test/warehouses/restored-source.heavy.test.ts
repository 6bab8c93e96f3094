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
    const it = await openCase(name)
    await restoreAndGoOn(it)
    expect(await it.sync()).toMatchObject({ lagRows: 0 })
    expect(it.rewrites).toContainEqual({
      table: 'signals',
      reason: expect.stringMatching(/restored to an earlier state/),
    })
    expect(await it.keptKeys()).toEqual(await it.storedKeys())
    expect(await it.verify()).toMatchObject({ equal: true })
    const [state] = await listWarehouseStates(opened.database, { warehouseId: it.warehouseId })
    expect(state).toMatchObject({
      state: 'idle',
      reason: expect.stringMatching(/rewritten.*restored to an/i),
    })
    await changeAll(it.orgId, 'after the rewrite')
    it.rewrites.length = 0
    await it.sync()
    expect(it.rewrites).toEqual([])
    expect(await it.verify()).toMatchObject({ equal: true })
  })
})

test('a cursor without a history loses rows after a restore', async () => {
  const it = await openCase('postgres', { forgetsHistory: true })
  await restoreAndGoOn(it)
  expect(await it.sync()).toMatchObject({ lagRows: 0 })
  expect(it.rewrites).toEqual([])
  const [kept, stored] = [await it.keptKeys(), await it.storedKeys()]
  expect(stored.filter((key) => !kept.includes(key)).length).toBeGreaterThan(0)
  expect(kept.filter((key) => !stored.includes(key)).length).toBeGreaterThan(0)
})

test('a restore after which nothing changes is noticed, too', async () => {
  const it = await openCase('postgres')
  await it.sync()
  await source.backUp('idle')
  await addSignals(it.orgId, 'lost', 5)
  await it.sync()
  await source.restore('idle')
  await it.sync()
  expect(await it.keptKeys()).toEqual(await it.storedKeys())
  expect(await it.verify()).toMatchObject({ equal: true })
})

test('a promoted server that lost nothing rewrites nothing, and one that lost changes does', async () => {
  const it = await openCase('postgres')
  await it.sync()
  await source.promote()
  await addSignals(it.orgId, 'kept', 3)
  await it.sync()
  expect(it.rewrites).toEqual([])
  expect(await it.verify()).toMatchObject({ equal: true })
  await source.backUp('behind')
  await addSignals(it.orgId, 'lost', 3)
  await it.sync()
  await source.restore('behind')
  await source.promote()
  await addSignals(it.orgId, 'new', 5)
  await it.sync()
  expect(it.rewrites).toContainEqual({
    table: 'signals',
    reason: expect.stringMatching(/on timeline 3 after 2$/),
  })
  expect(await it.keptKeys()).toEqual(await it.storedKeys())
  expect(await it.verify()).toMatchObject({ equal: true })
})

test('a product that moved to another database rewrites its warehouses', async () => {
  const it = await openCase('postgres')
  await it.sync()
  const url = await copyDatabase()
  const moved = open(url)
  try {
    await it.sync({ ...it.dependencies, ...moved })
    expect(it.rewrites).toContainEqual({
      table: 'signals',
      reason: expect.stringMatching(/on another database/),
    })
    const report = await verifyWarehouse({ ...it.dependencies, ...moved }, it, { repair: false })
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
    ...{ intervalMs: 20_000, excludesPersonal: false },
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

/** Changes are lost that the warehouse has, and others take their positions. */
async function restoreAndGoOn(it: Case): Promise<void> {
  const writers = startRandomWriters({ url: source.url, orgId: it.orgId, writers: 2, records: 30, holdMs: 5 })
  await expect.poll(() => countOf(it.orgId, 'accounts')).toBeGreaterThan(0)
  await writers.stop()
  await addSignals(it.orgId, 'both', 20)
  await it.sync()
  await source.backUp('backup')
  await addSignals(it.orgId, 'lost', 60)
  await changeAll(it.orgId, 'in the history that is lost')
  await changeAll(it.orgId, 'and once more')
  await it.sync()
  const reached = await positionOf(it.orgId)
  await source.restore('backup')
  await changeAll(it.orgId, 'in the history that goes on')
  do await addSignals(it.orgId, 'new', 60)
  while ((await positionOf(it.orgId)) <= reached)
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

/** As `pg_restore` into a new database: the same rows under another object id. */
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

/** The kind as it was before cursors had histories. */
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
  const opened = await kind.open({ orgId, settings, secrets, scratch, libraries: directory })
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
