import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect, onTestFinished } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Check = { name: string; ok: boolean; message: string; remedy?: string }
type Diagnosis = { ok: boolean; checks: Check[] }

let store: CliStore
let ports: Record<string, string>

test.beforeAll(async ({ testDatabase }) => {
  const names = ['INTAKE', 'API', 'WORKER'].map((name) => `SIGNALPOST_${name}_PORT`)
  ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await findFreePort())])),
  )
  store = openCliStore(testDatabase.url, ports)
  await callForJson(call, ['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
  await callForJson(call, ['source', 'create', '--name', 'Feed'])
})

afterAll(() => store.close())

const call = (args: string[]) => store.call(args)

async function diagnose(
  changes: Record<string, string> = {},
): Promise<Diagnosis & { exitCode: number | null }> {
  const { exitCode, stdout } = await cliInProcess({ ...store.environment, ...changes })(['doctor', '--json'])
  return { exitCode, ...(JSON.parse(stdout) as Diagnosis) }
}

const badOf = ({ checks }: Diagnosis) => checks.filter((check) => !check.ok).map((check) => check.name)

test('reports missing tables of the queue until they exist', async () => {
  const before = await diagnose()
  expect(before).toMatchObject({ exitCode: 1, ok: false })
  expect(badOf(before)).toEqual(['queue'])
  expect(before.checks.find(({ ok }) => !ok)?.remedy).toContain('./signalpost migrate')

  expect(await callForJson(call, ['migrate'])).toEqual({ applied: [] })
  const after = await diagnose()
  expect(after).toMatchObject({ exitCode: 0, ok: true })
  expect(after.checks.map(({ name }) => name)).toEqual([
    'configuration',
    'intake port',
    'api port',
    'console port',
    'worker port',
    'searcher port',
    'ways to log in',
    'assistants',
    'database',
    'writable',
    'postgresql version',
    'durability',
    'schema',
    'audit log',
    'partitions',
    'clock',
    'master key',
    'cell',
    'channels',
    'queue',
  ])
  // The server of the tests trades durability for speed.
  const durability = { name: 'durability', ok: true, message: expect.stringContaining('fsync is off') }
  expect(after.checks).toContainEqual({ ...durability, remedy: expect.any(String) })
})

test('reports sources of another cell, whose deliveries the intake refuses', async () => {
  const found = async (cell: string) =>
    (await diagnose({ SIGNALPOST_CELL: cell })).checks.find(({ name }) => name === 'cell')
  expect(await found('')).toEqual({
    name: 'cell',
    ok: true,
    message: 'default, as in the ids of all sources',
  })
  expect(await found('eu')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^1 of 1 sources, such as src_\w+, do not belong to the cell eu:/),
    remedy: expect.stringContaining('SIGNALPOST_CELL'),
  })
})

test('finds and migrates the queue in a database of its own', async () => {
  const other = await createTestDatabase()
  onTestFinished(() => other.drop())
  const variables = { SIGNALPOST_QUEUE_DATABASE_URL: other.url }
  const found = async () =>
    (await diagnose(variables)).checks.filter(({ name }) => /^(configuration|queue)$/.test(name))
  expect(await found()).toMatchObject([
    { message: 'DATABASE_URL, queue on SIGNALPOST_QUEUE_DATABASE_URL' },
    { ok: false, remedy: 'Run ./signalpost migrate.' },
  ])
  expect((await cliInProcess({ ...store.environment, ...variables })(['migrate'])).exitCode).toBe(0)
  expect((await found())[1]).toMatchObject({ ok: true })
  const away = { ...variables, SIGNALPOST_QUEUE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect((await diagnose(away)).checks.find(({ name }) => name === 'queue')).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('SIGNALPOST_QUEUE_DATABASE_URL'),
  })
})

test('adds up what the running processes may open', async () => {
  const found = async () => (await diagnose()).checks.find(({ name }) => name === 'connections')
  expect(await found()).toBeUndefined()
  const { rows } = await store.pool.query<{ most: number }>(
    `select current_setting('max_connections')::integer as most`,
  )
  const most = rows[0]?.most ?? 0
  const add = (name: string, connections: number | null, seenAt = 'now()') =>
    store.pool.query(
      `insert into processes (process_id, name, version, host, pid, connections, started_at, seen_at)
       values (gen_random_uuid(), $1, '0.1.0', 'host', 1, $2, now(), ${seenAt})`,
      [name, connections],
    )
  await add('api', 14)
  await add('intake', null)
  await add('worker', 5_000, `now() - interval '20 seconds'`)
  expect(await found()).toEqual({
    ...{ name: 'connections', ok: true },
    message: `1 api (14), 1 intake (0, 1 of them of a version that does not say) may open 14; the server gives ${most - 3} (max_connections ${most}, 3 reserved)`,
  })
  await add('worker', most)
  expect(await found()).toEqual({
    ...{ name: 'connections', ok: true },
    message: expect.stringContaining(`1 worker (${most}) may open ${most + 14};`),
    remedy: `Raise max_connections to ${most + 17} or more, or set SIGNALPOST_DATABASE_CONNECTIONS to ${Math.floor((most - 3) / 3)} or less for each process.`,
  })
  await store.pool.query('delete from processes')
})

test('says when processes of several versions run', async () => {
  const found = async () => (await diagnose()).checks.find(({ name }) => name === 'versions')
  expect(await found()).toBeUndefined()
  const add = (name: string, version: string) =>
    store.pool.query(
      `insert into processes (process_id, name, version, host, pid, started_at, seen_at)
       values (gen_random_uuid(), $1, $2, 'host', 1, now(), now())`,
      [name, version],
    )
  await add('intake', '0.1.0')
  await add('worker', '0.1.0')
  expect(await found()).toEqual({ name: 'versions', ok: true, message: '2 running, all 0.1.0' })
  await add('worker', '0.2.0')
  expect(await found()).toEqual({
    ...{ name: 'versions', ok: true, message: 'mixed: 0.1.0 (intake worker), 0.2.0 (worker)' },
    remedy: 'Finish the upgrade: run one version everywhere.',
  })
  await store.pool.query('delete from processes')
})

test('says how old the last backup is, by the file that is touched after each', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-doctor-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const marker = join(directory, 'last-backup')
  const found = async () =>
    (await diagnose({ SIGNALPOST_BACKUP_MARKER: marker })).checks.find(({ name }) => name === 'backup')
  expect(await found()).toMatchObject({ ok: true, message: 'none was made', remedy: expect.any(String) })
  writeFileSync(marker, '')
  expect(await found()).toEqual({ name: 'backup', ok: true, message: 'the last one is 0 h old' })
  const seconds = Date.now() / 1000 - 27.5 * 3600
  utimesSync(marker, seconds, seconds)
  expect(await found()).toMatchObject({ ok: false, message: 'the last one is 27 h old' })
})

test('says what is sealed under an old master key, and when a key opens nothing', async () => {
  const found = async (key: string) =>
    (await diagnose({ SIGNALPOST_MASTER_KEY: key })).checks.find(({ name }) => name === 'master key')
  const own = store.masterKey.toString('base64')
  const newer = randomBytes(32).toString('base64')
  expect(await found(own)).toEqual({
    ...{ name: 'master key', ok: true },
    message: 'it opens all 1 stored secrets',
  })
  expect(await found(`${newer},${own}`)).toEqual({
    ...{ name: 'master key', ok: true, message: '1 secrets are still sealed under the old key' },
    remedy: 'Run ./signalpost key rotate-master.',
  })
  expect(await found(`${own},${newer}`)).toMatchObject({
    ...{ ok: true, message: 'the old key opens no secret' },
    remedy: expect.stringContaining('Remove it from SIGNALPOST_MASTER_KEY'),
  })
  const others = [1, 2].map(() => randomBytes(32).toString('base64')).join(',')
  expect(await found(others)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/1 of them, such as src_/),
  })
})

test('reports channels that were given up, but not those that a person disabled, and email channels without a mail server', async () => {
  const found = async (changes: Record<string, string> = {}) =>
    (await diagnose(changes)).checks.find(({ name }) => name === 'channels')
  expect(await found()).toEqual({ name: 'channels', ok: true, message: 'none of 1 fails' })
  const mail = ['channel', 'create', 'email', '--name', 'Mail', '--to', 'ann@example.com']
  const { channelId } = await callForJson<{ channelId: string }>(call, mail)
  expect(await found()).toMatchObject({ ok: false, remedy: expect.stringContaining('SIGNALPOST_SMTP_URL') })
  const smtp = { SIGNALPOST_SMTP_URL: 'smtp://127.0.0.1:1', SIGNALPOST_MAIL_FROM: 'a@example.com' }
  expect(await found(smtp)).toEqual({ name: 'channels', ok: true, message: 'none of 2 fails' })
  await callForJson(call, ['channel', 'disable', channelId])
  expect(await found(smtp)).toEqual({ name: 'channels', ok: true, message: 'none of 2 fails' })
  await store.pool.query(`update channels set reason = 'smtp_535' where kind = 'email'`)
  expect(await found(smtp)).toMatchObject({
    ok: true,
    message: `1 of 2 needs a person; ${channelId} is disabled: smtp 535`,
    remedy: expect.any(String),
  })
})

test('names listeners that cannot run', async () => {
  const found = async () => (await diagnose()).checks.find(({ name }) => name === 'listeners')
  expect(await found()).toBeUndefined()
  await store.pool.query(`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed, last_run_at)
    select org_id, 'lsn_' || place, 'src_1', '{}', 'seed', now() from workspaces, generate_series(1, 2) place limit 2`)
  expect(await found()).toMatchObject({ ok: true, message: expect.stringMatching(/^all 2 find/) })
  await store.pool.query(`
    update listener_schedules set failures = 3, failing_since = now(), last_error = 'reddit: Needs approval.'
    where listener_id = 'lsn_1'`)
  expect(await found()).toMatchObject({
    ok: true,
    message: expect.stringMatching(
      /^1 of 2 needs a person; lsn_1 of org_\w+: none of its searches works \(reddit: Needs approval\.\)$/,
    ),
    remedy: expect.stringContaining('listener show'),
  })
  await store.pool.query('delete from listener_schedules')
})

test('reports a wrong master key, a taken port, missing partitions and an old schema', async () => {
  const other = createServer().listen(Number(ports.SIGNALPOST_API_PORT), '0.0.0.0')
  await once(other, 'listening')
  const key = randomBytes(32).toString('base64')
  expect(badOf(await diagnose({ SIGNALPOST_MASTER_KEY: key }))).toEqual(['api port', 'master key'])
  other.close()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await store.pool.query(`drop table deliveries_${tomorrow.replaceAll('-', '')}`)
  const { checks } = await diagnose()
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([
    { name: 'partitions', message: `none for ${tomorrow}` },
  ])
  await store.pool.query(`delete from kysely_migration where name = '0003-records'`)
  const outdated = await diagnose()
  expect(badOf(outdated)).toEqual(['schema'])
  expect(outdated.checks.map(({ name }) => name)).not.toContain('partitions')
})

test('warns if the database is on a network and the identity of its server is not verified', async () => {
  const findEncryption = async (databaseUrl: string) => {
    const { checks } = await diagnose({ DATABASE_URL: databaseUrl })
    return checks.find(({ name }) => name === 'database encryption')
  }
  const away = 'postgres://user@database.invalid:5432/signalpost'
  for (const query of ['', '?sslmode=no-verify', '?sslmode=require&uselibpqcompat=true']) {
    expect(await findEncryption(`${away}${query}`)).toMatchObject({
      ok: true,
      remedy: expect.stringContaining('sslmode=verify-full'),
    })
  }
  expect((await findEncryption(`${away}?sslmode=verify-full`))?.remedy).toBeUndefined()
  expect(await findEncryption('postgres://user@127.0.0.1:1/signalpost')).toBeUndefined()
  expect(await findEncryption('postgres://user@/signalpost?host=/run/postgresql')).toBeUndefined()
})

test('skips the checks that depend on an unreachable store or a faulty configuration', async () => {
  const away = await diagnose({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(away.checks.at(-1)).toMatchObject({
    name: 'database',
    ok: false,
    message: expect.stringContaining('ECONNREFUSED'),
  })
  const misconfigured = await diagnose({ SIGNALPOST_HOST: '??' })
  expect(misconfigured.checks).toMatchObject([
    { name: 'configuration', ok: false, message: expect.stringContaining('SIGNALPOST_HOST') },
  ])
})

test('reports an embedded database that does not run once', async () => {
  const call = cliInProcess({ SIGNALPOST_DATA_DIR: '/nonexistent', ...ports })
  const { exitCode, stdout } = await call(['doctor', '--json'])
  expect(exitCode).toBe(1)
  expect(badOf(JSON.parse(stdout) as Diagnosis)).toEqual(['data directory', 'database'])
})
