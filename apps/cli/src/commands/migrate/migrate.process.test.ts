import {
  createTestDatabase,
  findFreePort,
  startTcpProxy,
  type TcpProxy,
  type TestDatabase,
} from '@signalpost/testing'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { callForJson, cliWith } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

let testDatabase: TestDatabase
let store: CliStore

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  store = openCliStore(testDatabase.url)
})

afterEach(async () => {
  await store.close()
  await testDatabase.drop()
})

const future = '9999-future'

test('lists the pending migrations, runs them once, and then has nothing to do', async () => {
  await store.pool.query('drop table schema_compatibility')
  await store.pool.query(`delete from kysely_migration where name = '0017-compatibility'`)
  expect(await callForJson(store.call, ['migrate', '--plan'])).toEqual({ pending: ['0017-compatibility'] })
  const runs = await Promise.all(
    [1, 2, 3].map(() => callForJson<{ applied: string[] }>(store.call, ['migrate'])),
  )
  expect(runs.flatMap(({ applied }) => applied)).toEqual(['0017-compatibility'])
  expect(await callForJson(store.call, ['migrate', '--plan'])).toEqual({ pending: [] })
  expect((await store.call(['migrate'])).stdout).toBe('Nothing to do.\n')
})

test('says one line about a database without tables', async () => {
  await store.pool.query('drop schema public cascade')
  await store.pool.query('create schema public')
  const { exitCode, stderr } = await cliWith(store.environment)(['migrate'])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^creating the tables: \d+ migrations\n$/),
  })
})

test.each([
  ['create table people (id text)', 'something else is there: relation "people" already exists'],
  ['create table kysely_migration (id text)', 'kysely_migration has the migrations of another program'],
  [
    `create table kysely_migration (name text, timestamp text); insert into kysely_migration values ('001-init', '')`,
    'kysely_migration has the migrations of another program',
  ],
])('asks for a database of its own where something else did %j', async (statement, reason) => {
  await store.pool.query('drop schema public cascade')
  await store.pool.query('create schema public')
  await store.pool.query(statement)
  const { exitCode, stderr } = await store.call(['migrate'])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^(creating the tables: .+\n)?error: The .+\. Give Signalpost a database of its own\.\n$/,
    ),
  })
  expect(stderr).toContain(reason)
})

test('exits with 0 on a newer schema that this version may use, and says so', async () => {
  await store.pool.query(`insert into kysely_migration values ($1, 'now')`, [future])
  const { exitCode, stdout, stderr } = await cliWith(store.environment)(['migrate'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toBe(
    `Nothing to do: the database is ahead of this version (${future}), which may run beside the newer one.\n`,
  )
  expect(await callForJson(store.call, ['migrate'])).toEqual({ applied: [], ahead: [future] })
})

test('exits with 3 on a newer schema that this version may not use, and says so', async () => {
  await store.pool.query(`insert into kysely_migration values ($1, 'now')`, [future])
  await store.pool.query('update schema_compatibility set oldest_migration = $1', [future])
  for (const args of [['migrate'], ['migrate', '--plan']]) {
    expect(await store.call(args)).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: The schema is ahead of this version, which may not run on it: it has ${future}. Run the version that migrated the database, or a newer one.\n`,
    })
  }
})

test('reports a read-only server', async () => {
  const name = new URL(testDatabase.url).pathname.slice(1)
  await store.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  expect(await store.call(['migrate'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('error: The database is read-only. '),
  })
})

test('exits with 1 if the database is not available within --wait', async () => {
  const nowhere = `postgres://a:b@127.0.0.1:${await findFreePort()}/c`
  const call = cliInProcess({ ...store.environment, DATABASE_URL: nowhere })
  const { exitCode, stderr } = await call(['migrate', '--wait', '1'])
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(
    /^waiting for the database: connect ECONNREFUSED .*\nerror: The database cannot be used after 1 s: connect ECONNREFUSED .*\n$/,
  )
})

test('migrates once the database is available', async () => {
  const name = new URL(testDatabase.url).pathname.slice(1)
  const allow = (allowed: boolean) =>
    store.pool.query(`alter database ${name} set default_transaction_read_only = ${allowed ? 'off' : 'on'}`)
  await allow(false)
  let stderr = ''
  const migrating = callForJson(store.call, ['migrate', '--wait', '60'])
  await allow(true)
  expect(await migrating).toEqual({ applied: [] })
  stderr = (await store.call(['migrate', '--wait', '-1'])).stderr
  expect(stderr).toContain('expected a whole number from 0 to 86400')
})

async function openProxy(): Promise<{ proxy: TcpProxy; url: string }> {
  const proxy = await startTcpProxy(Number(new URL(testDatabase.url).port))
  onTestFinished(proxy.stop)
  return { proxy, url: Object.assign(new URL(testDatabase.url), { port: String(proxy.port) }).href }
}

test('tries for a while to connect to each store, and says to which', async () => {
  const [database, queue] = [await openProxy(), await openProxy()]
  database.proxy.refuse()
  queue.proxy.refuse()
  const environment = { ...store.environment, DATABASE_URL: database.url }
  const migrating = cliInProcess({ ...environment, SIGNALPOST_QUEUE_DATABASE_URL: queue.url })(['migrate'])
  setTimeout(database.proxy.heal, 1_000)
  setTimeout(queue.proxy.heal, 4_000)
  const { exitCode, stderr } = await migrating
  expect(exitCode).toBe(0)
  expect(stderr).toMatch(/^waiting for the database: .+\nwaiting for the database of the queue: .+\n$/)
})

test('migrates where each connection takes three seconds to open', { timeout: 60_000 }, async () => {
  const { proxy, url } = await openProxy()
  proxy.delayConnections(3_000)
  const { exitCode, stderr } = await cliInProcess({ ...store.environment, DATABASE_URL: url })(['migrate'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
})
