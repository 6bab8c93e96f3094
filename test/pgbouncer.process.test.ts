import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { checkDatabase, createDatabase, type Database } from '@signalpost/database'
import { createDeliveryQueue, migrateQueues } from '@signalpost/queues'
import {
  compileCache,
  findFreePort,
  type Pgbouncer,
  pgbouncerAvailable,
  startPgbouncer,
} from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterEach, describe, expect } from 'vitest'

const reason =
  'a pooler in transaction mode is in front of the database and drops settings, LISTEN and locks of a session'
const timeout = 120_000
const ignored = {
  ignore_startup_parameters:
    'extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout',
}
const root = join(import.meta.dirname, '..')
let databaseUrl: string
const closers: (() => Promise<void>)[] = []

test.beforeAll(async ({ testDatabase }) => {
  databaseUrl = testDatabase.url
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(
  settings: Parameters<typeof startPgbouncer>[1],
): Promise<Pgbouncer & { database: Database }> {
  const pooler = await startPgbouncer(databaseUrl, settings)
  closers.push(pooler.stop)
  const { database } = createDatabase({
    url: pooler.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  closers.push(() => database.destroy())
  return { ...pooler, database }
}

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
    await expect(queue.add('bat_1')).rejects.toMatchObject({ cause: { message: reason } })
    // The shared sessions have none of our settings.
    const direct = createDatabase({
      url: databaseUrl,
      applicationName: 'test',
      onConnectionError: () => undefined,
    })
    closers.push(() => direct.database.destroy())
    expect(await direct.database.selectFrom('source_registry').select('version').execute()).toHaveLength(1)
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
    await queue.add('bat_1')
    expect(await queue.depth()).toBeGreaterThan(0)
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
    const intake = spawn(process.execPath, [join(root, 'apps/intake/src/main.ts')], {
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
      const child = spawn(process.execPath, [join(root, 'apps/cli/src/main.ts'), command, '--json'], {
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
