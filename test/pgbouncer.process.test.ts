import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  checkDatabase,
  createDatabase,
  type Database,
  type DatabasePool,
  migrateDatabase,
  withMaintenanceLock,
} from '@signalpost/database'
import { createDeliveryQueue, migrateQueues } from '@signalpost/queues'
import {
  compileCache,
  createTestDatabase,
  findFreePort,
  type Pgbouncer,
  pgbouncerAvailable,
  programOf,
  startPgbouncer,
} from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect } from 'vitest'

const reason =
  'a pooler in transaction mode is in front of the database and drops settings, LISTEN and locks of a session'
const timeout = 120_000
const ignored = {
  ignore_startup_parameters:
    'extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout',
}
const _root = join(import.meta.dirname, '..')
let databaseUrl: string
const closers: (() => Promise<void>)[] = []

test.beforeAll(async ({ testDatabase }) => {
  databaseUrl = testDatabase.url
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type DatabaseOptions = Parameters<typeof createDatabase>[0]

async function open(
  settings: Parameters<typeof startPgbouncer>[1],
  options: Partial<DatabaseOptions> = {},
): Promise<Pgbouncer & { database: Database; pool: DatabasePool }> {
  const pooler = await startPgbouncer(databaseUrl, settings)
  closers.push(pooler.stop)
  return { ...pooler, ...connect(pooler.url, options) }
}

function connect(
  url: string,
  options: Partial<DatabaseOptions> = {},
): { database: Database; pool: DatabasePool } {
  const opened = createDatabase({
    ...{ url, applicationName: 'test', onConnectionError: () => undefined },
    ...options,
  })
  closers.push(() => opened.database.destroy())
  return opened
}

const readSettings = sql<{ settings: string }>`
  select concat_ws(' ', current_setting('synchronous_commit'), current_setting('statement_timeout'),
    current_setting('idle_in_transaction_session_timeout'), current_setting('timezone')) as settings`

describe.skipIf(!pgbouncerAvailable())('behind PgBouncer', { timeout }, () => {
  test.each([
    ['as it comes', {}],
    ['that ignores startup parameters', ignored],
  ])('transaction mode %s is refused with the reason', async (_which, settings) => {
    const { url, database } = await open({ pool_mode: 'transaction', ...settings })
    await expect(checkDatabase(database)).rejects.toThrow(reason)
    // Also while others use the pooler, whatever session they leave behind.
    const checks = await Promise.allSettled(Array.from({ length: 5 }, () => checkDatabase(database)))
    expect(checks.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    const queue = createDeliveryQueue({ backend: { kind: 'postgres', url }, onError: () => undefined })
    closers.push(queue.close)
    await expect(queue.add('bat_1', 1)).rejects.toMatchObject({ cause: { message: reason } })
    // The shared sessions have none of our settings.
    expect(
      await connect(databaseUrl).database.selectFrom('source_registry').select('version').execute(),
    ).toHaveLength(1)
  })

  test.each([
    ['as it comes', {}],
    ['that ignores startup parameters', ignored],
  ])('session mode %s keeps every setting, and pending_changes arrive', async (_which, settings) => {
    const { url, database } = await open({ pool_mode: 'session', ...settings })
    await checkDatabase(database)
    const { rows } = await sql<Record<string, string>>`
      select current_setting('synchronous_commit') as synchronous_commit,
             current_setting('statement_timeout') as statement_timeout,
             current_setting('idle_in_transaction_session_timeout') as idle,
             current_setting('timezone') as timezone`.execute(database)
    expect(rows).toEqual([
      { synchronous_commit: 'on', statement_timeout: '30s', idle: '15s', timezone: 'UTC' },
    ])
    const queue = createDeliveryQueue({ backend: { kind: 'postgres', url }, onError: () => undefined })
    closers.push(queue.close)
    await queue.add('bat_1', 1)
    expect(await queue.depth()).toBeGreaterThan(0)
  })

  describe.each(['transaction', 'session'] as const)('in %s mode, where sessions may be shared', (mode) => {
    // One session, so that each transaction finds what the one before has left.
    const pooling = { pool_mode: mode, default_pool_size: '1' }
    const shared = { mayShareSessions: true, maxConnections: 1 }

    test('every transaction has the settings and leaves none behind', async () => {
      await sql`alter role current_user in database ${sql.id(new URL(databaseUrl).pathname.slice(1))}
        set synchronous_commit = off`.execute(connect(databaseUrl).database)
      const { url, database } = await open(pooling, { ...shared, statementTimeoutMs: 1_700 })
      await checkDatabase(database)
      const ours = [{ settings: 'on 1700ms 15s UTC' }]
      expect((await readSettings.execute(database)).rows).toEqual(ours)
      expect((await sql`${readSettings} where ${1}::integer = 1`.execute(database)).rows).toEqual(ours)
      for (const isolation of ['read committed', 'repeatable read'] as const) {
        const within = await database
          .transaction()
          .setIsolationLevel(isolation)
          .execute(async (transaction) => [
            (await readSettings.execute(transaction)).rows,
            (await sql`${readSettings} where ${1}::integer = 1`.execute(transaction)).rows,
          ])
        expect(within).toEqual([ours, ours])
      }
      const inBatch = database.transaction().execute(async (transaction) => {
        await sql`select 1 / 0`.execute(transaction)
      })
      await expect(inBatch).rejects.toMatchObject({ code: '22012' })
      await expect(sql`select pg_sleep(${60})`.execute(database)).rejects.toMatchObject({ code: '57014' })
      expect((await readSettings.execute(database)).rows).toEqual(ours)
      await database.destroy()
      const another = new pg.Client({ connectionString: url })
      await another.connect()
      const { rows } = await another.query<{ statement: string; commit: string }>(
        `select current_setting('statement_timeout') as statement, current_setting('synchronous_commit') as commit`,
      )
      await another.end()
      expect(rows).toEqual([{ statement: '0', commit: 'off' }])
    })

    test('statements need as many round trips as without a pooler', async () => {
      const { pool } = await open(pooling, shared)
      const counted = [await countRoundTrips(pool), await countRoundTrips(connect(databaseUrl, shared).pool)]
      expect(counted).toEqual([
        { single: 1, named: 1, transaction: 3 },
        { single: 1, named: 1, transaction: 3 },
      ])
    })

    test('named statements, errors and results are those of the driver', async () => {
      const { pool } = await open(pooling, shared)
      const named = (text: string) => pool.query({ name: 'the-same', text, values: ['a'] })
      expect((await named('select $1::text as one')).rows).toEqual([{ one: 'a' }])
      expect((await named('select $1::text as other')).rows).toEqual([{ other: 'a' }])
      expect(await pool.query('select generate_series(1, 2) as n')).toMatchObject({
        ...{ command: 'SELECT', rowCount: 2, rows: [{ n: 1 }, { n: 2 }] },
      })
      await expect(pool.query('select wrong')).rejects.toMatchObject({ code: '42703' })
      const client = await pool.connect()
      const slow = { text: 'select pg_sleep(60)', query_timeout: 50 }
      await expect(client.query(slow)).rejects.toThrow('Query read timeout')
      client.release(true)
    })
  })

  test('one process at a time maintains the store', async () => {
    const { database } = await open(
      { pool_mode: 'transaction', default_pool_size: '3' },
      { mayShareSessions: true, maxConnections: 3 },
    )
    let other: boolean | undefined
    const did = await withMaintenanceLock(database, async () => {
      // Its session stays the lock's own while others are in use.
      await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.01)`.execute(database)))
      other = await withMaintenanceLock(connect(databaseUrl).database, async () => undefined)
    })
    expect({ did, other }).toEqual({ did: true, other: false })
    expect(await withMaintenanceLock(connect(databaseUrl).database, async () => undefined)).toBe(true)
  })

  test('migrations go past the pooler, if there is a way to the same database', async () => {
    const behind = await createTestDatabase()
    closers.push(behind.drop)
    const { database } = connect(behind.url)
    await sql`drop table schema_compatibility`.execute(database)
    await sql`delete from kysely_migration where name = '0017-compatibility'`.execute(database)
    const pooler = await startPgbouncer(behind.url, { pool_mode: 'transaction' })
    closers.push(pooler.stop)
    const pooled = { url: pooler.url, mayShareSessions: true }
    await expect(migrateDatabase({ url: pooler.url, urlPastPooler: behind.url })).rejects.toThrow(reason)
    for (const urlPastPooler of [undefined, databaseUrl]) {
      await expect(migrateDatabase({ ...pooled, urlPastPooler })).rejects.toThrow(
        'migrations are pending, and a pooler in transaction mode is in front of the database',
      )
    }
    expect(await migrateDatabase({ ...pooled, urlPastPooler: behind.url })).toEqual(['0017-compatibility'])
    for (const urlPastPooler of [undefined, databaseUrl, behind.url]) {
      expect(await migrateDatabase({ ...pooled, urlPastPooler })).toEqual([])
    }
  })

  test('a process says so in /readyz and its log, doctor names the remedy, migrate refuses', async () => {
    const { url } = await open({ pool_mode: 'transaction', ...ignored })
    const port = await findFreePort()
    const env = {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: url,
      SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      SIGNALPOST_HOST: '127.0.0.1',
      SIGNALPOST_INTAKE_PORT: String(port),
    }
    const intake = spawn(process.execPath, [programOf('intake')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    closers.push(async () => {
      intake.kill('SIGKILL')
    })
    let log = ''
    intake.stdout.on('data', (chunk) => {
      log += String(chunk)
    })
    const readiness = async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.text()
    await expect
      .poll(readiness, { timeout: 60_000 })
      .toContain(`Not ready: postgres: ${reason} (Set pool_mode = session`)
    await expect.poll(() => log, { timeout: 60_000 }).toContain(reason)

    for (const command of ['doctor', 'migrate']) {
      const child = spawn(process.execPath, [programOf('cli'), command, '--json'], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
      expect(child.exitCode).toBe(1)
      expect(output.toLowerCase()).toContain(reason.toLowerCase())
      expect(output).toContain('point DATABASE_URL past the pooler')
    }
  })
})

async function countRoundTrips(
  pool: DatabasePool,
): Promise<Record<'single' | 'named' | 'transaction', number>> {
  const client = await pool.connect()
  if (!(client instanceof pg.Client)) throw new Error('The pool has other clients.')
  let count = 0
  client.connection.on('readyForQuery', () => {
    count += 1
  })
  const measure = async (work: () => Promise<unknown>): Promise<number> => {
    count = 0
    await work()
    return count
  }
  const counted = {
    single: await measure(() => client.query('select $1::integer', [1])),
    named: await measure(() => client.query({ name: 'one', text: 'select $1::integer', values: [1] })),
    transaction: await measure(async () => {
      await client.query('begin')
      await client.query('select $1::integer', [1])
      await client.query('commit')
    }),
  }
  client.release()
  return counted
}
