import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createDatabase, type DatabasePool } from '@signalpost/database'
import { type DirectoryGuard, guardDirectory, resolveStores } from '@signalpost/embedded-postgres'
import { anyPorts, compileCache, programOf } from '@signalpost/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { DemoFacts } from '../../installation/demo-file.ts'
import { type CallCli, callForJson, cliWith } from '../../test-support/call-cli.ts'

type DemoRun = {
  run: { [status: string]: number }
  signals: { [urgency: string]: number }
  mostUrgent: { title: string; url: string }[]
  deals: { [stage: string]: number }
}

const startLimitMs = 60_000
let directory: string
let dataDir: string
let guard: DirectoryGuard
let environment: Record<string, string>
let call: CallCli
let child: ChildProcess | undefined
let block: string
let facts: DemoFacts

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-start-'))
  // The database server may have to run as another user.
  chmodSync(directory, 0o755)
  dataDir = join(directory, 'data')
  guard = guardDirectory(directory)
  environment = {
    SIGNALPOST_DATA_DIR: dataDir,
    ...anyPorts,
  }
  call = cliWith(environment)
  block = await startProduct()
  facts = readFacts()
}, startLimitMs)

afterAll(async () => {
  await stopProduct()
  rmSync(directory, { recursive: true, force: true })
  guard.dismiss()
}, startLimitMs)

test('the first start creates the demo workspace and stores its credentials', async () => {
  expect(Object.keys(facts)).toEqual([
    ...['orgId', 'sourceId', 'intakeUrl', 'secret', 'apiUrl', 'apiKey', 'consoleUrl'],
  ])
  expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
  expect(facts.intakeUrl).toMatch(new RegExp(`^http://127.0.0.1:[1-9]\\d*/hooks/${facts.sourceId}$`))
  const { items: workspaces } = await callForJson<{ items: object[] }>(call, ['workspace', 'list'])
  expect(workspaces).toMatchObject([
    { orgId: 'org_demo', name: 'Demo', plan: 'demo', accountIntelligence: true, analysisAllowance: 100 },
  ])
  const { items: keys } = await callForJson<{ items: { scopes: string[] }[] }>(call, ['key', 'list'])
  expect(keys.map((key) => key.scopes.length)).toEqual([8])
  expect(block).toContain(facts.intakeUrl)
  const { items: audited } = await callForJson<{ items: object[] }>(call, ['audit', 'list'])
  expect(audited).toMatchObject([
    { act: 'login.create_link', actor: { kind: 'system', id: 'start' } },
    { act: 'demo.create_admin', actor: { kind: 'system', id: 'start' }, before: null },
    { act: 'demo.credentials', actor: { kind: 'system', id: 'start' }, before: null },
  ])
})

const hasPrograms = ['sh', 'curl', 'openssl'].every((name) => spawnSync(name, ['--help']).error === undefined)

test('the block begins with a link that logs the admin of the demo workspace in', async () => {
  const [, consoleUrl, token] = /^\nConsole: (http:\S+)\/login#([\w-]{43})\n/.exec(block) ?? []
  expect(consoleUrl).toBe(facts.consoleUrl)
  const login = await fetch(`${consoleUrl}/console/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token }),
  })
  expect(await login.json()).toMatchObject({ workspaces: [{ orgId: 'org_demo', role: 'admin' }] })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await fetch(`${consoleUrl}/console/api/session`, { headers: { cookie } })).status).toBe(200)
  expect((await fetch(`${facts.apiUrl}/v1/results`, { headers: { cookie } })).status).toBe(401)
})

// Only this block needs these programs.
test.skipIf(!hasPrograms)('its printed commands send an event and read the signal back', () => {
  const { stdout, stderr } = spawnSync('sh', { input: pasteable(block), encoding: 'utf8' })
  expect(stderr).toBe('')
  const [accepted, signal] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(accepted).toMatchObject({ status: 'accepted', deliveryId: expect.stringMatching(/^dlv_/) })
  expect(signal).toMatchObject({ id: 'sig_hello', orgId: 'org_demo', urgency: 'high' })
})

test('a worker knows the ports of an intake and an API that took any: the canary reaches both', {
  timeout: startLimitMs,
}, async () => {
  await callForJson(call, ['canary', 'enable'])
  const stages = async () => {
    const status = await callForJson<{ stages: object[] }>(call, ['canary', 'status'])
    return status.stages
  }
  await expect.poll(stages, { timeout: startLimitMs / 2 }).toMatchObject([{ ok: true }, { ok: true }])
  await callForJson(call, ['canary', 'disable'])
})

test('demo remove takes away what the demo brought, and leaves what was there before', {
  timeout: startLimitMs,
}, async () => {
  await callForJson(call, ['source', 'create', '--name', 'Own'])
  const lists = ['signal', 'listener', 'collection', 'delivery', 'escalation', 'warehouse']
  const live = async () => Promise.all(lists.map((noun) => callForJson(call, [noun, 'list'])))
  const { databaseUrl } = resolveStores({ databaseUrl: undefined, dataDir, masterKeys: undefined })
  const { database, pool } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'test', maxConnections: 1, onConnectionError: () => undefined },
  })
  onTestFinished(() => database.destroy())
  const before = { live: await live(), rows: await digestTables(pool) }
  await callForJson<DemoRun>(call, ['demo'])
  expect((await digestTables(pool)).get('deliveries')).not.toEqual(before.rows.get('deliveries'))
  await callForJson(call, ['demo', 'remove', '--yes'])
  await expect.poll(() => digestTables(pool)).toEqual(before.rows)
  expect(await live()).toEqual(before.live)
  expect(existsSync(join(dataDir, 'demo.duckdb'))).toBe(false)
  expect((await call(['demo', 'remove', '--yes'])).stderr).toContain('There is no demo data')
})

test('a second run of the demo sends only duplicates', {
  timeout: startLimitMs,
}, async () => {
  const first = await callForJson<DemoRun>(call, ['demo'])
  expect(first.run).toEqual({ applied: 668 })
  const stored = Object.values(first.signals).reduce((sum, count) => sum + count, 0)
  expect(stored).toBe(hasPrograms ? 401 : 400)
  expect(first.mostUrgent).toHaveLength(5)
  expect(first.deals).toEqual({ new: 3, contacted: 2, qualified: 2, proposal: 2, won: 2, lost: 1 })
  const second = await callForJson<DemoRun>(call, ['demo'])
  expect(second.run).toEqual({ duplicate: 668 })
  expect(second).toMatchObject({ signals: first.signals, mostUrgent: first.mostUrgent })
})

test('new demo credentials end the previous ones', async () => {
  const renewed = await callForJson<DemoFacts>(call, ['demo', 'credentials'])
  expect(readFacts()).toEqual(renewed)
  expect(renewed).toMatchObject({
    sourceId: facts.sourceId,
    intakeUrl: facts.intakeUrl,
    apiUrl: facts.apiUrl,
  })
  expect(renewed.secret).not.toBe(facts.secret)
  const { items } = await callForJson<{ items: { keyId: string; revokedAt: string | null }[] }>(call, [
    'key',
    'list',
  ])
  const valid = items.filter((key) => key.revokedAt === null).map((key) => key.keyId)
  expect(valid).toEqual([renewed.apiKey.split('_')[1]])
})

test('a later start rewrites only the addresses in demo.json', { timeout: startLimitMs }, async () => {
  const before = readFacts()
  expect(await stopProduct()).toBe(0)
  const refused = await call(['demo'])
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toBe(
    `error: no embedded PostgreSQL is running on ${dataDir}; start it with npm start\n`,
  )

  block = await startProduct()
  const { intakeUrl, apiUrl, consoleUrl, ...kept } = readFacts()
  const urls = { intakeUrl, apiUrl, consoleUrl }
  expect({ ...before, ...urls }).toEqual({ ...kept, ...urls })
  expect(block).toContain(intakeUrl)
  const answer = await fetch(`${apiUrl}/v1/results/none`, {
    headers: { authorization: `Bearer ${kept.apiKey}` },
  })
  expect(answer.status).toBe(404)
  expect((await callForJson<{ items: object[] }>(call, ['source', 'list'])).items).toHaveLength(3)
})

test('demo credentials replaces an invalid demo.json', async () => {
  const { sourceId } = readFacts()
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify({ sourceId }))
  expect((await call(['demo'])).stderr).toContain('./signalpost demo credentials')
  const { SIGNALPOST_INTAKE_PORT: _, SIGNALPOST_API_PORT: __, ...usualPorts } = environment
  const renewed = await callForJson<DemoFacts>(cliWith(usualPorts), ['demo', 'credentials'])
  expect(renewed).toMatchObject({ orgId: 'org_demo', sourceId, apiUrl: 'http://127.0.0.1:4200' })
  expect(readFacts()).toEqual(renewed)
})

test('refuses a second start on the same data directory in one line', async () => {
  const { exitCode, stdout, stderr } = await call(['start'])
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+already running on [^\n]+\n$/)
})

async function startProduct(): Promise<string> {
  const env = { PATH: process.env.PATH, ...compileCache, ...environment }
  const started = spawn(process.execPath, [programOf('cli'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Stored first, so the end of the tests stops it whatever fails.
  child = started
  const ended = once(started, 'exit').then(() => undefined)
  const printed = await Promise.race([readBlock(started.stdout), ended])
  if (printed === undefined) throw new Error(`the start ended with ${started.exitCode}`)
  return printed
}

async function readBlock(stdout: Readable): Promise<string> {
  let printed = ''
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(text)
    if (/\/v1\/results\/.*\n\n$/.test(printed)) break
  }
  stdout.resume()
  return printed
}

async function stopProduct(): Promise<number | null | undefined> {
  if (child?.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return child?.exitCode
}

function readFacts(): DemoFacts {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
}

/** What keeps a trace of all that ever was, or moves by itself. A tombstone is in no list. */
const lasting = [
  ...['audit_log', 'changes', 'change_inbox', 'change_counts', 'mirrored_records', 'pending_changes'],
  ...['signals', 'signal_registers', 'signal_events', 'deals', 'deal_events', 'listeners', 'listener_counts'],
  ...['accounts', 'account_users', 'account_regions', 'notes', 'dispatches', 'alert_counts', 'ledger_counts'],
  ...['people', 'processes', 'sessions', 'source_activity', 'source_registry', 'source_secret_activity'],
  ...[
    'source_secret_uses',
    'troubles',
    'channel_health',
    'canary',
    'canary_stages',
    'idempotency_keys',
    'rate_windows',
  ],
]

/** How many rows each table has, with a digest of them; of the counts of the ledger, their sums. */
async function digestTables(pool: DatabasePool): Promise<Map<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`)
  const digests = new Map<string, unknown>()
  for (const { name } of tables.filter((table) => !lasting.includes(table.name))) {
    const { rows } = await pool.query(
      `select count(*), md5(string_agg(t::text, ',' order by t::text)) from "${name}" t`,
    )
    digests.set(name, rows)
  }
  const { rows } = await pool.query(
    'select status, sum(deliveries) from ledger_counts group by 1 having sum(deliveries) <> 0 order by 1',
  )
  return digests.set('ledger_counts', rows)
}

function pasteable(printed: string): string {
  return printed.slice(printed.indexOf('# Send'))
}
