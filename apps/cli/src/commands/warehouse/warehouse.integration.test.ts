import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkspace } from '@signalpost/database/access'
import { createTestDatabase, startConnectProxy, type TestDatabase } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Warehouse = { warehouseId: string; [name: string]: unknown }
type Items = { items: Warehouse[] }

let target: TestDatabase
let store: CliStore
let dataDir: string

test.beforeAll(async ({ testDatabase }) => {
  target = await createTestDatabase()
  store = openCliStore(testDatabase.url)
  dataDir = String(store.environment.SIGNALPOST_DATA_DIR)
  for (const orgId of ['org_acme', 'org_other']) {
    const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 1 }
    await createWorkspace(store.database, { orgId, name: orgId, ...plan })
  }
})

afterAll(async () => {
  await store.close()
  await target.drop()
})

beforeEach(async () => {
  await store.pool.query('delete from warehouses')
})

const call = (args: string[]) => store.call(args)
const json = <Document = Warehouse>(args: string[]) => callForJson<Document>(call, args)
const ours = ['--workspace', 'org_acme']
const theirs = ['--workspace', 'org_other']

/** Returns the exit code and the error of a refused call. */
const refusal = async (args: string[]) => {
  const { exitCode, stdout, stderr } = await call([...args, '--json'])
  if (exitCode === 2) return { exitCode, stdout, line: stderr }
  return { exitCode, ...(JSON.parse(stdout) as { message: string; code: string }) }
}

const create = (kind: string, more: string[]) => [
  'warehouse',
  'create',
  kind,
  ...ours,
  '--name',
  'Lake',
  ...more,
]

function bucketAt(endpoint: string): string[] {
  const keys = ['--region', 'r', '--access-key', 'a', '--secret-key', 's']
  return ['--bucket', 'bucket', '--endpoint', endpoint, ...keys]
}

let files = 0
const createDuckdb = (more: string[] = []) =>
  json([...create('duckdb', ['--path', join(dataDir, `lake${++files}.duckdb`)]), ...more])

describe('warehouse edit', () => {
  test('changes what its options say, empties what a person is named in, and fills another place', async () => {
    const { warehouseId, location } = await createDuckdb()
    const edit = (...more: string[]) => ['warehouse', 'edit', warehouseId, ...more]
    expect(await json(edit('--name', 'Sea', '--interval', '5s', '--exclude-personal'))).toMatchObject({
      ...{ name: 'Sea', intervalMs: 5_000, excludesPersonal: true, location },
    })
    const path = join(dataDir, `lake${++files}.duckdb`)
    expect((await refusal(edit('--path', path))).line).toContain(
      `--old-tables: expected keep or drop, for the rows in ${String(location)}`,
    )
    expect((await call(edit('--path', path, '--old-tables', 'drop'))).stderr).toContain('in all tables of')
    expect(await json(edit('--path', path, '--old-tables', 'keep', '--readable-by', 'group'))).toMatchObject({
      ...{ location: path, settings: { path, readableBy: 'group' } },
    })
    expect(await json(edit('--clear', 'readable-by'))).toMatchObject({ settings: { path } })
  })

  test('names the option that a kind does not have, and what is missing', async () => {
    const { warehouseId } = await createDuckdb()
    const edit = async (...more: string[]) =>
      (await refusal(['warehouse', 'edit', warehouseId, ...more])).line
    expect(await edit()).toContain('give at least one option to change')
    expect(await edit('--schema', 'x')).toContain('--schema: a warehouse of the kind duckdb has none')
    expect(await edit('--clear', 'ca')).toContain('--clear ca: a warehouse of the kind duckdb has none')
    expect(await edit('--clear', 'path')).toContain('--path: is needed')
    expect(await edit('--interval', '2h')).toContain('expected a duration from 1s to 1h')
    expect(await edit('--include-personal', '--exclude-personal')).toContain('does not go with')
    const short = join(dataDir, 'short-key')
    writeFileSync(short, 'secret\n')
    const hashed = await edit('--hash-personal-key-file', short)
    expect(hashed).toContain('--hash-personal-key-file: expected text of at least 16 characters')
    expect(hashed).not.toContain('secret')
    expect(await edit('--hash-personal-key-file', short, '--exclude-personal')).toContain('does not go with')
  })

  test('takes a new password from a file, and certificates that can be read alone', async () => {
    const made = await json(create('postgres', ['--url', target.url]))
    const file = join(dataDir, 'new-url')
    writeFileSync(file, `${target.url}\n`)
    const edit = (...more: string[]) => ['warehouse', 'edit', made.warehouseId, ...more]
    expect(await json(edit('--url-file', file))).toMatchObject({ location: made.location })
    expect((await refusal(edit('--ca-file', file))).line).toContain('--ca-file: expected certificates in PEM')
  })
})

describe('warehouse create', () => {
  test('postgres seals its URL, and shows only host and database', async () => {
    const url = new URL(target.url)
    const file = join(dataDir, 'url')
    writeFileSync(file, `${target.url}\n`)
    const made = await json(
      create('postgres', ['--url-file', file, '--interval', '5s', '--exclude-personal']),
    )
    expect(made).toMatchObject({
      warehouseId: expect.stringMatching(/^whs_[0-9a-z]+$/),
      kind: 'postgres',
      name: 'Lake',
      settings: { schema: 'signalpost' },
      location: `${url.host}${url.pathname}, schema signalpost`,
      intervalMs: 5_000,
      excludesPersonal: true,
    })
    const shown = await Promise.all([
      call(['warehouse', 'list', ...ours, '--json']),
      call(['warehouse', 'status', made.warehouseId]),
      call(['warehouse', 'pause', made.warehouseId]),
      store.pool.query<{ row: string }>('select to_jsonb(w)::text as row from warehouses w'),
    ])
    const all = JSON.stringify([made, ...shown])
    expect(url.password).not.toBe('')
    expect(all).not.toContain(url.password)
    expect(all).not.toContain(Buffer.from(url.password).toString('hex'))
  })

  test('has the ledger on request', async () => {
    const { warehouseId, hasLedger } = await createDuckdb(['--with-ledger'])
    expect(hasLedger).toBe(true)
    const edit = (...more: string[]) => ['warehouse', 'edit', String(warehouseId), ...more]
    const refused = async (...more: string[]) => (await refusal(edit(...more))).line
    expect(await refused('--without-ledger')).toContain('--old-tables: expected keep or drop')
    expect(await refused('--with-ledger', '--without-ledger')).toContain('does not go with')
    expect(await refused('--tables', 'ledger_events')).toContain(
      '--tables: ledger_events comes with --with-ledger',
    )
    expect(await json(edit('--without-ledger', '--old-tables', 'keep'))).toMatchObject({ hasLedger: false })
  })

  test('has mail addresses on request, and none where personal data is left out', async () => {
    const { warehouseId, hasMailAddresses } = await createDuckdb(['--with-mail-addresses'])
    expect(hasMailAddresses).toBe(true)
    const edit = (...more: string[]) => ['warehouse', 'edit', String(warehouseId), ...more]
    const refused = async (...more: string[]) => (await refusal(edit(...more))).line
    expect(await refused('--with-mail-addresses', '--without-mail-addresses')).toContain('does not go with')
    expect(await refused('--with-mail-addresses', '--exclude-personal')).toContain(
      '--with-mail-addresses: needs personal data as it is, neither left out nor hashed',
    )
    expect(await json(edit('--exclude-personal'))).toMatchObject({ hasMailAddresses: false })
    const both = ['--path', join(dataDir, 'none.duckdb'), '--with-mail-addresses', '--exclude-personal']
    expect((await refusal(create('duckdb', both))).line).toContain(
      '--with-mail-addresses: needs personal data',
    )
  })

  test('has the tables that --tables names', async () => {
    const { warehouseId, tables } = await createDuckdb(['--tables', 'deals', 'signals'])
    expect(tables).toEqual(['signals', 'deals'])
    const edit = ['warehouse', 'edit', String(warehouseId), '--tables']
    expect((await refusal([...edit, 'signals,leads'])).line).toContain(
      '--tables: there is no table "leads"; there are signals, signal_events',
    )
    expect((await refusal([...edit, 'signals'])).line).toContain('--old-tables: expected keep or drop')
    expect((await call([...edit, 'signals', '--old-tables', 'drop'])).stderr).toContain('that are left out')
    expect(await json([...edit, 'signals', '--old-tables', 'keep'])).toMatchObject({ tables: ['signals'] })
    expect(await json([...edit, 'all'])).toMatchObject({ tables: null })
  })

  test('seals the key under which personal data is hashed', async () => {
    const [file, key] = [join(dataDir, 'personal-key'), 'a key of the customer']
    writeFileSync(file, `${key}\n`)
    const made = await createDuckdb(['--hash-personal-key-file', file])
    expect(made).toMatchObject({ excludesPersonal: true, hashesPersonal: true })
    const { rows } = await store.pool.query<{ row: string }>(
      'select to_jsonb(w)::text as row from warehouses w',
    )
    const all = JSON.stringify([made, rows])
    expect(all).not.toContain(key)
    expect(all).not.toContain(Buffer.from(key).toString('hex'))
  })

  test('duckdb stores an absolute path, and syncs every 20 seconds by default', async () => {
    const path = join(dataDir, 'nested/../lake.duckdb')
    expect(await json(create('duckdb', ['--path', path]))).toMatchObject({
      settings: { path: join(dataDir, 'lake.duckdb') },
      location: join(dataDir, 'lake.duckdb'),
      intervalMs: 20_000,
      excludesPersonal: false,
    })
  })

  test('parquet accepts a directory', async () => {
    const path = join(dataDir, 'lake')
    mkdirSync(path)
    expect(await json(create('parquet', ['--path', path]))).toMatchObject({ settings: { path } })
  })

  test('refuses a second warehouse of a workspace at the same location', async () => {
    const { settings } = await createDuckdb()
    const again = ['--path', String((settings as { path: string }).path)]
    expect(await refusal(create('duckdb', again))).toMatchObject({ exitCode: 1, code: 'conflict' })
    const elsewhere = ['warehouse', 'create', 'duckdb', ...theirs, '--name', 'Lake', ...again]
    expect(await json(elsewhere)).toMatchObject({ orgId: 'org_other' })
  })

  test('stores nothing if the warehouse refuses the connection', async () => {
    const url = Object.assign(new URL(target.url), { password: 'not-the-password' }).href
    const refused = await refusal(create('postgres', ['--url', url]))
    expect(refused).toMatchObject({
      exitCode: 1,
      code: 'invalid_request',
      message: expect.stringMatching(/^The warehouse cannot be used: .*password/),
    })
    expect(JSON.stringify(refused)).not.toContain('not-the-password')
    expect(await json<Items>(['warehouse', 'list', ...ours])).toEqual({ items: [] })
  })

  test('stores nothing if the warehouse cannot be reached', async () => {
    const refused = await refusal(create('postgres', ['--url', 'postgres://u:hunter22@127.0.0.1:1/db']))
    expect(refused).toMatchObject({
      exitCode: 1,
      code: 'unavailable',
      message: expect.stringMatching(/^The warehouse cannot be reached: /),
    })
    expect(JSON.stringify(refused)).not.toContain('hunter22')
    expect(await json<Items>(['warehouse', 'list', ...ours])).toEqual({ items: [] })
  })

  test.each<[string, string[], string]>([
    ['postgres', [], '--url-file'],
    ['postgres', ['--url', 'mysql://secret'], '--url: expected postgres://'],
    ['postgres', ['--url', 'postgres://a/b', '--url-file', 'x'], '--url: give it or --url-file'],
    ['postgres', ['--url', 'postgres://a/b', '--schema', 'No!'], '--schema: '],
    ['postgres', ['--url', 'postgres://a/b', '--interval', '999ms'], '--interval: '],
    ['postgres', ['--url', 'postgres://a/b', '--interval', '0'], '--interval: expected a duration from 1s'],
    ['postgres', ['--url', 'postgres://a/b', '--interval', '61m'], '--interval: expected a duration from 1s'],
    ['postgres', ['--url-file', '/does/not/exist'], '/does/not/exist'],
    ['duckdb', [], '--path'],
    ['duckdb', ['--path', 'x', '--readable-by', 'all'], '--readable-by: expected owner or group'],
    ['parquet', [], '--path or --bucket'],
    ['parquet', ['--path', 'x', '--readable-by', 'all'], '--readable-by: expected owner or group'],
    ['parquet', [...bucketAt('https://s3.example.com'), '--readable-by', 'group'], '--readable-by'],
    ['parquet', ['--path', 'x', '--region', 'y'], '--region goes only with --bucket'],
    ['parquet', ['--path', 'x', '--secret-key', 'y'], '--secret-key or --secret-key-file goes only with'],
    ['parquet', ['--path', 'x', ...bucketAt('https://s3.example.com')], 'either --path or --bucket'],
    ['parquet', bucketAt('https://s3.example.com').slice(0, -2), '--secret-key-file is needed with --bucket'],
    ['parquet', ['--bucket', 'b', '--endpoint', 'https://s3.example.com', '--region', 'r'], '--access-key'],
    ['parquet', bucketAt('nonsense'), '--endpoint: '],
    ['parquet', bucketAt('http://u:secret@127.0.0.1:1'), '--endpoint: '],
    ['clickhouse', ['--url', 'http://127.0.0.1:1'], '--database'],
    ['clickhouse', ['--url', 'nonsense', '--database', 'd'], '--url: '],
    ['clickhouse', ['--url', 'http://u:secret@127.0.0.1:1', '--database', 'd'], '--url: '],
    ['snowflake', ['--account', 'a', '--user', 'u'], '--private-key-file'],
    ['bigquery', ['--project', 'p', '--dataset', 'd'], '--credentials-file'],
    ['redshift', [], 'command'],
  ])('warehouse create %s %j is refused in one line that names the option', async (kind, options, part) => {
    const refused = await refusal(create(kind, options))
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', line: expect.stringContaining(part) })
    expect(
      String('line' in refused && refused.line)
        .trim()
        .split('\n'),
    ).toHaveLength(1)
    expect(JSON.stringify(refused)).not.toContain('secret@')
  })

  test('asks the proxy for the host of a warehouse', async () => {
    // Leads nowhere, so the attempt ends at once.
    const proxy = await startConnectProxy(1)
    const through = cliInProcess({
      ...store.environment,
      SIGNALPOST_OUTGOING_PROXY: `http://127.0.0.1:${proxy.port}`,
    })
    const url = 'https://clickhouse.example.com:8443'
    const { exitCode } = await through(create('clickhouse', ['--url', url, '--database', 'd']))
    expect(exitCode).toBe(1)
    expect(new Set(proxy.asked)).toEqual(new Set(['clickhouse.example.com:8443']))
    await proxy.close()
  })

  test('refuses invalid key files of Snowflake and BigQuery', async () => {
    const file = join(dataDir, 'key')
    writeFileSync(file, 'hunter22 is no key')
    const snowflake = ['--account', 'a', '--user', 'u', '--database', 'd', '--schema', 's', '--compute', 'c']
    const wrongKey = await refusal(create('snowflake', [...snowflake, '--private-key-file', file]))
    expect(wrongKey).toMatchObject({ exitCode: 2, line: expect.stringContaining('--private-key-file: ') })
    const bigquery = ['--project', 'my-project', '--dataset', 'd', '--credentials-file', file]
    const wrongCredentials = await refusal(create('bigquery', bigquery))
    expect(wrongCredentials).toMatchObject({
      exitCode: 2,
      line: expect.stringContaining('--credentials-file: '),
    })
    expect(JSON.stringify([wrongKey, wrongCredentials])).not.toContain('hunter22')
  })
})

test('a backfill is planned before it is sent, and says which choice is wrong', async () => {
  const { warehouseId } = await createDuckdb()
  const plan = ['warehouse', 'backfill', warehouseId, '--plan']
  const notes = { rows: expect.any(Number), seconds: null, tables: [{ table: 'notes' }] }
  expect(await json([...plan, '--table', 'notes'])).toMatchObject(notes)
  const none = [...plan, '--from', '2020-01-01', '--to', '2020-01-02']
  expect(await json(none)).toMatchObject({ rows: 0, bytes: 0 })
  for (const [choice, line] of [
    ['--from 2020-01-02 --to 2020-01-01', '--to: expected a time after from'],
    ['--table nothing', '--table'],
    ['--table ledger_events', '--table: the warehouse has no ledger_events'],
    ['--table people --from 2020-01-01', '--table: people has no time; send it without a range'],
  ] as const) {
    const refused = await refusal([...plan, ...choice.split(' ')])
    expect(refused).toMatchObject({ exitCode: 2, line: expect.stringContaining(line) })
  }
})

test('a warehouse is listed, paused, resumed and dropped only in its own workspace', async () => {
  const { warehouseId } = await createDuckdb()
  for (const verb of ['status', 'sync', 'verify', 'backfill', 'pause', 'resume', 'drop']) {
    const foreign = await refusal(['warehouse', verb, warehouseId, ...theirs])
    expect(foreign, verb).toMatchObject({ exitCode: 1, code: 'not_found' })
  }
  expect((await json<Items>(['warehouse', 'list', ...theirs])).items).toEqual([])
  const [listed] = (await json<Items>(['warehouse', 'list', ...ours])).items
  const status = { warehouseId, kind: 'duckdb', lagRows: 0, lagSeconds: 0, lastSyncAt: null, lastError: null }
  expect(listed).toMatchObject({ ...status, state: 'idle', location: expect.any(String) })

  expect(await json(['warehouse', 'pause', warehouseId])).toMatchObject({ warehouseId, isPaused: true })
  const [paused] = (await json<Items>(['warehouse', 'status', warehouseId])).items
  expect(paused).toMatchObject({ ...status, state: 'paused' })
  expect(await refusal(['warehouse', 'sync', warehouseId])).toMatchObject({ exitCode: 1, code: 'conflict' })
  expect(await json(['warehouse', 'resume', warehouseId])).toMatchObject({ isPaused: false })

  expect((await call(['warehouse', 'drop', warehouseId])).stderr).toContain('Cancelled; nothing changed.')
  expect(await json(['warehouse', 'drop', warehouseId, '--yes'])).toMatchObject({
    dropped: true,
    warehouseId,
  })
  expect(await refusal(['warehouse', 'status', warehouseId])).toMatchObject({ code: 'not_found' })
})

test('doctor names degraded warehouses and those that another key sealed', async () => {
  const { warehouseId } = await createDuckdb()
  const found = async (changes: Record<string, string> = {}) => {
    const { stdout } = await cliInProcess({ ...store.environment, ...changes })(['doctor', '--json'])
    return (JSON.parse(stdout) as { checks: { name: string }[] }).checks
  }
  expect(await found()).toContainEqual({ name: 'warehouses', ok: true, message: 'none of 1 is degraded' })
  await store.pool.query(`update warehouses set failing_since = now(), last_error = 'It is full.'`)
  expect(await found()).toContainEqual({
    name: 'warehouses',
    ok: true,
    message: `1 of 1 is degraded; ${warehouseId}: It is full.`,
    remedy: expect.stringContaining('warehouse sync'),
  })
  const otherKey = { SIGNALPOST_MASTER_KEY: Buffer.alloc(32).toString('base64') }
  expect(await found(otherKey)).toContainEqual(
    expect.objectContaining({ name: 'master key', ok: false, message: expect.stringContaining(warehouseId) }),
  )
})

test('a warehouse that refuses too many rows is degraded in status, list and doctor, with the reason', async () => {
  const { warehouseId } = await createDuckdb()
  await store.pool.query(
    `insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason)
     select $1, 'notes', 'note_' || i, i, 'It is too ' || case i when 1 then 'long' else 'short' end || '.'
     from generate_series(1, 3) as i`,
    [warehouseId],
  )
  const reason = 'The warehouse refuses 3 rows of notes (It is too long.).'
  const list = ['warehouse', 'list', ...ours]
  for (const args of [list, ['warehouse', 'status', warehouseId]]) {
    expect((await json<Items>(args)).items).toMatchObject([{ state: 'degraded', reason, lastError: null }])
    expect((await call(args)).stdout).toContain(reason)
  }
  const doctor = await call(['doctor', '--json'])
  expect((JSON.parse(doctor.stdout) as { checks: unknown[] }).checks).toContainEqual({
    name: 'warehouses',
    ok: true,
    message: `1 of 1 is degraded; ${warehouseId}: ${reason}`,
    remedy: expect.stringContaining('warehouse sync'),
  })
  const synced = await call(['warehouse', 'sync', warehouseId])
  expect(synced.exitCode).toBe(1)
  expect(synced.stderr).toContain(`error: The warehouse is degraded: ${reason}`)
})
