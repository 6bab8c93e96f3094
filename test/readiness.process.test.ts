import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { migrateDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { findScheme } from '@signalpost/signatures'
import {
  compileCache,
  findLastingPort,
  type OwnPostgres,
  programOf,
  startOwnPostgres,
} from '@signalpost/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSources } from './support/sending/create-sources.ts'
import type { SignedSource } from './support/sending/sender.ts'

const kinds = ['intake', 'api', 'worker', 'searcher'] as const
type Kind = (typeof kinds)[number]

const _root = join(import.meta.dirname, '..')
const limit = { timeout: 60_000 }
const masterKey = randomBytes(32).toString('base64')
const children: ChildProcess[] = []
// Every process and every call of the CLI compiles the product first.
vi.setConfig({ testTimeout: 180_000 })
let postgres: OwnPostgres
let source: SignedSource
let ports: Record<Kind, number>
let log = ''

beforeAll(async () => {
  postgres = await startOwnPostgres({ durable: true })
  await migrateDatabase({ url: postgres.url })
  await migrateQueues({ kind: 'postgres', url: postgres.url })
  const stores = { databaseUrl: postgres.url, masterKey }
  const [[created] = []] = await createSources(stores, { orgIds: ['org_one'], sourcesEach: 1 })
  if (created === undefined) throw new Error('There is no source.')
  source = created
  ports = {
    intake: await findLastingPort(),
    api: await findLastingPort(),
    worker: await findLastingPort(),
    searcher: await findLastingPort(),
  }
  await postgres.stopHard()
  for (const kind of kinds) launch(kind, postgres.url, ports[kind])
})

afterAll(async () => {
  vi.resetConfig()
  for (const child of children) child.kill('SIGKILL')
  await postgres.remove()
})

test('every process opens its port without a database, stays alive, and says what is missing', async () => {
  for (const kind of kinds) {
    await expect.poll(() => statusOf(kind, '/healthz'), limit).toBe(200)
    expect(await readinessOf(kind)).toMatch(
      /^503 Not ready: postgres: the database is unreachable \(ECONNREFUSED\)/,
    )
  }
  await expect
    .poll(() => log, limit)
    .toMatch(
      /"name":"worker".*"missing":\["postgres: the database is unreachable \(ECONNREFUSED\).*process\.waiting/,
    )
})

test('requests are refused as unavailable meanwhile, those of a source that is not known yet too', async () => {
  for (const answer of [await deliver(), await fetch(`http://127.0.0.1:${ports.api}/v1/results`)]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
})

test('it names a password that the database refuses', async () => {
  await postgres.start()
  const port = await findLastingPort()
  const url = Object.assign(new URL(postgres.url), { password: 'wrong' }).href
  const child = launch('intake', url, port)
  await expect
    .poll(() => readinessAt(port), limit)
    .toMatch(/^503 Not ready: postgres: the database refuses the password \(28P01\)/)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('every process serves once the database is back', async () => {
  for (const kind of kinds) await expect.poll(() => readinessOf(kind), limit).toBe('200 ')
  expect((await deliver()).status).toBe(202)
})

test('a standby is not ready, doctor and migrate name it, and promoting it is enough', async () => {
  await postgres.restartAsStandby()
  for (const kind of kinds) {
    await expect
      .poll(() => readinessOf(kind), limit)
      .toMatch(/^503 Not ready: postgres: this is a standby, which accepts no writes \(/)
  }
  const doctor = await signalpost('doctor', '--json')
  expect(doctor.exitCode).toBe(1)
  expect(JSON.parse(doctor.stdout)).toMatchObject({
    checks: expect.arrayContaining([
      {
        name: 'writable',
        ok: false,
        message: 'this is a standby, which accepts no writes',
        remedy: 'Point DATABASE_URL at the primary, or promote this server.',
      },
      { name: 'schema', ok: true, message: expect.any(String) },
    ]),
  })
  const migrate = await signalpost('migrate')
  expect(migrate).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^error: This is a standby, /) })

  await postgres.promote()
  for (const kind of kinds) await expect.poll(() => readinessOf(kind), limit).toBe('200 ')
  await expect.poll(async () => (await deliver()).status, limit).toBe(202)
})

test('a primary that is set to read only is not ready', async () => {
  await query(`alter database ${databaseName()} set default_transaction_read_only = on`)
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'signalpost'`)
  await expect
    .poll(() => readinessOf('intake'), limit)
    .toMatch(/^503 Not ready: postgres: the database is read-only \(/)
  await query(`alter database ${databaseName()} reset default_transaction_read_only`)
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'signalpost'`)
  await expect.poll(() => readinessOf('intake'), limit).toBe('200 ')
})

test('a schema that is behind, or ahead and closed to this version, is not ready; one that is open is', async () => {
  await query(`insert into kysely_migration values ('9999-future', 'now')`)
  await expect.poll(() => readinessOf('api'), limit).toBe('200 ')
  expect((await signalpost('migrate')).exitCode).toBe(0)

  await query(`update schema_compatibility set oldest_migration = '9999-future'`)
  await expect
    .poll(() => readinessOf('api'), limit)
    .toMatch(/^503 Not ready: postgres: the schema is ahead of this version, which may not run/)
  expect((await signalpost('migrate')).exitCode).toBe(3)
  const { checks } = JSON.parse((await signalpost('doctor', '--json')).stdout)
  expect(checks).toContainEqual({
    name: 'schema',
    ok: false,
    message: expect.stringContaining('9999-future'),
    remedy: 'Run the version that migrated the database, or a newer one.',
  })

  await query(`delete from kysely_migration where name = '9999-future'`)
  await query(`update schema_compatibility set oldest_migration = '0012-warehouses'`)
  await query(`delete from kysely_migration where name = '0012-warehouses'`)
  await expect
    .poll(() => readinessOf('api'), limit)
    .toMatch(/^503 Not ready: postgres: the schema is behind this version: it lacks 0012-warehouses/)
  await query(`insert into kysely_migration values ('0012-warehouses', 'now')`)
  await expect.poll(() => readinessOf('api'), limit).toBe('200 ')
})

function launch(kind: Kind, databaseUrl: string, port: number): ChildProcess {
  const child = spawn(process.execPath, [programOf(kind)], {
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: databaseUrl,
      SIGNALPOST_MASTER_KEY: masterKey,
      SIGNALPOST_HOST: '127.0.0.1',
      [`SIGNALPOST_${kind.toUpperCase()}_PORT`]: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.on('data', (chunk) => {
    log += String(chunk)
  })
  children.push(child)
  return child
}

async function statusOf(kind: Kind, path: string): Promise<number | undefined> {
  return (await fetch(`http://127.0.0.1:${ports[kind]}${path}`).catch(() => undefined))?.status
}

const readinessOf = (kind: Kind) => readinessAt(ports[kind])

/** Returns the status, and the message if it is not ready. */
async function readinessAt(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  if (answer === undefined) return 'no answer'
  const { message = '' } = (await answer.json()) as { message?: string } // the cast: an Error body, or the status
  return `${answer.status} ${message}`
}

function deliver(): Promise<Response> {
  const event = { id: `evt_${randomBytes(8).toString('hex')}`, type: 'ping', orgId: source.orgId, data: {} }
  const body = JSON.stringify({ ...event, occurredAt: new Date().toISOString() })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signed = findScheme('service-v1')?.sign({
    ...{ secret: source.secret, settings: {}, timestampSeconds, id: event.id },
    body: Buffer.from(body),
  })
  return fetch(`http://127.0.0.1:${ports.intake}/hooks/${source.sourceId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed },
    body,
  })
}

async function signalpost(
  ...args: string[]
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [programOf('cli'), ...args], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: postgres.url,
      SIGNALPOST_MASTER_KEY: masterKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, stdout, stderr }
}

const databaseName = () => new URL(postgres.url).pathname.slice(1)

async function query(statement: string): Promise<void> {
  const url = Object.assign(new URL(postgres.superuserUrl), { pathname: `/${databaseName()}` }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The tests' superuser may write where the product may not.
    await client.query('set default_transaction_read_only = off')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
