import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDatabase } from '../check-database.ts'
import { createDatabase, type Database } from '../database.ts'
import { storeDeliveries } from '../ledger/store-deliveries.ts'
import { migrations } from '../migrations/index.ts'
import type { Migration } from '../migrations/migration.ts'
import { buildIndex, type ConcurrentIndex } from './build-index.ts'
import { migrateDatabase } from './migrate-database.ts'
import { readSchemaState } from './read-schema-state.ts'
import { runMigrations } from './run-migrations.ts'
import { SchemaAheadError } from './schema-ahead-error.ts'

let testDatabase: TestDatabase
let database: Database
let pool: Pool
let lines: string[]

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  ;({ database, pool } = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  }))
  lines = []
})

afterEach(async () => {
  await database.destroy()
  await testDatabase.drop()
})

const add = (table: string) => ({
  up: async (kysely: Kysely<unknown>) => {
    await sql`create table ${sql.table(table)} (id integer)`.execute(kysely)
  },
})

const concurrently = (index: ConcurrentIndex): Migration => ({
  isConcurrent: true,
  up: (kysely) => buildIndex(kysely, index),
})

const run = (newer: Record<string, Migration>, patienceMs = 60_000) =>
  runMigrations(database, {
    migrations: { ...migrations, ...newer },
    patience: { patienceMs, onProgress: (line) => lines.push(line) },
  })

const appliedNames = async () =>
  (
    await pool.query<{ name: string }>(`select name from kysely_migration where name > '9' order by name`)
  ).rows.map(({ name }) => name)

test('runs each migration once when three processes migrate at once', async () => {
  const newer = { '9001-a': add('a'), '9002-b': add('b'), '9003-c': add('c') }
  const ran = await Promise.all([run(newer), run(newer), run(newer)])
  expect(ran.flat().toSorted()).toEqual(Object.keys(newer))
  expect(await appliedNames()).toEqual(Object.keys(newer))
})

test('gives its lock up while a long reader holds the table, so that deliveries are stored meanwhile', async () => {
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from deliveries limit 1')
  const changed = run({
    '9001-column': {
      up: async (kysely) => void (await sql`alter table deliveries add column later text`.execute(kysely)),
    },
  })
  await isWaitingForLock()
  // It waits behind the migration, and gets through when that steps back.
  expect((await storeOne()).deliveryIds).toHaveLength(1)
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2)
  expect(lines[0]).toMatch(
    /^migration 9001-column did not get its locks within 2 s; the oldest transactions are of processes \d+ \(test, \d+ s\)(, \d+ \(test, \d+ s\))*; trying again in 1 s$/,
  )
  expect(await appliedNames()).toEqual([])

  await reader.query('commit')
  reader.release()
  expect(await changed).toEqual(['9001-column'])
})

test('gives up in one sentence when its patience is over, and leaves nothing behind', async () => {
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from deliveries limit 1')
  const newer: Record<string, Migration> = {
    '9001-a': add('a'),
    '9002-column': {
      up: async (kysely) => {
        await sql`create table b (id integer)`.execute(kysely)
        await sql`alter table deliveries add column later text`.execute(kysely)
      },
    },
  }
  await expect(run(newer, 0)).rejects.toThrow(
    /^migration 9002-column did not get its locks .* It gave up after 0 s\.$/,
  )
  reader.release(true)
  // Each is its own transaction: the first stays, the second is rolled back.
  expect(await appliedNames()).toEqual(['9001-a'])
  expect((await pool.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }])
  expect(await run(newer)).toEqual(['9002-column'])
})

test('continues where a process that was killed half-way stopped', async () => {
  const slow = {
    up: async (kysely: Kysely<unknown>) => {
      await sql`create table b (id integer)`.execute(kysely)
      await sql`select pg_sleep(${lines.includes('killed') ? 0 : 600})`.execute(kysely)
    },
  }
  const newer = { '9001-a': add('a'), '9002-slow': slow, '9003-c': add('c') }
  const killed = run(newer)
  killed.catch(() => undefined)
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
      )
      return rowCount
    })
    .toBe(1)
  await expect(killed).rejects.toThrow()
  lines.push('killed')
  expect(await appliedNames()).toEqual(['9001-a'])
  expect(await run(newer)).toEqual(['9002-slow', '9003-c'])
})

test('builds indexes beside a writer, and drops one that a crash left invalid first', async () => {
  await pool.query('create table big (id integer, name text)')
  await pool.query(`insert into big select n, 'x' from generate_series(1, 100) n`)
  // Simulates a crash: the build waits for an old transaction and is ended.
  const old = await pool.connect()
  await old.query('begin')
  await old.query(`insert into big values (101, 'y')`)
  const builder = await pool.connect()
  await builder.query(`set statement_timeout = '300ms'`)
  await expect(builder.query('create index concurrently big_by_name on big (name)')).rejects.toThrow()
  builder.release(true)
  expect(await validityOf('big_by_name')).toBe(false)

  const newer: Record<string, Migration> = {
    '9001-index': concurrently({ name: 'big_by_name', table: 'big', definition: '(name)' }),
  }
  const built = run(newer)
  await isWaitingForLock()
  await pool.query(`insert into big values (102, 'z')`)
  await old.query('commit')
  old.release()
  expect(await built).toEqual(['9001-index'])
  expect(await validityOf('big_by_name')).toBe(true)
  expect(lines).toEqual(['migration 9001-index runs beside the traffic; it may take a while'])
})

test('builds an index on every partition of a partitioned table, and again after a crash between them', async () => {
  const index = { name: 'deliveries_by_trial', table: 'deliveries', definition: '(event_id)' }
  const newer = { '9001-index': concurrently(index) }
  const [partition] = (
    await pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'deliveries'::regclass order by 1`,
    )
  ).rows
  await pool.query('create index deliveries_by_trial on only deliveries (event_id)')
  await pool.query(`create index on ${partition?.name} (event_id)`)
  expect(await validityOf('deliveries_by_trial')).toBe(false)

  expect(await run(newer)).toEqual(['9001-index'])
  expect(await validityOf('deliveries_by_trial')).toBe(true)
})

test('lets this version run beside a newer schema until that says otherwise', async () => {
  await pool.query(`insert into kysely_migration values ('9999-future', now()::text)`)
  expect(await readSchemaState(database)).toEqual({
    pending: [],
    unknown: ['9999-future'],
    mayRunBeside: true,
  })
  await checkDatabase(database)
  expect(await migrateDatabase({ url: testDatabase.url })).toEqual([])

  await pool.query(`update schema_compatibility set oldest_migration = '9999-future'`)
  await expect(checkDatabase(database)).rejects.toThrow(SchemaAheadError)
  await expect(migrateDatabase({ url: testDatabase.url })).rejects.toThrow(
    'the schema is ahead of this version, which may not run on it: it has 9999-future',
  )
})

test('may not run on a schema that is ahead and lacks a step of this version', async () => {
  await pool.query(`insert into kysely_migration values ('9999-future', now()::text)`)
  await pool.query(`delete from kysely_migration where name = '0012-warehouses'`)
  await expect(migrateDatabase({ url: testDatabase.url })).rejects.toThrow(SchemaAheadError)
})

function storeOne() {
  const request = {
    sourceId: 'src_1',
    orgId: 'org_1',
    receivedAtMs: Date.now(),
    traceId: 't',
    signatureHeaders: {},
    body: Buffer.from('{}'),
    events: [{ eventId: 'evt_1', type: 'ping' }],
  }
  return storeDeliveries(pool, [request], { nowMs: Date.now(), dueAfterMs: 0 })
}

async function isWaitingForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_locks join pg_database on pg_database.oid = database or locktype = 'virtualxid'
         where not granted and datname = current_database()`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
}

async function validityOf(index: string): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0]?.valid
}
