import { randomBytes } from 'node:crypto'
import { createSecretBox, type Database, type DatabasePool } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createChannel } from '@signalpost/database/rules'
import { createWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { canaryOrgId, warehouseTables } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import { generateSecret } from '@signalpost/signatures'
import { lookForRow } from '@signalpost/sync'
import { startWebhookReceiver, type WebhookReceiver, waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from './support/product/start-product.ts'
import { runCommand } from './support/run-command.ts'

// The canary of a running product, as an operator enables and watches it.

type Status = {
  enabled: boolean
  ok: boolean
  stages: { stage: string; ok: boolean | null; seconds: number | null; error: string | null }[]
}

const signalsTable = warehouseTables.find(({ name }) => name === 'signals') ?? expect.unreachable('no table')
const masterKey = randomBytes(32)
const secret = generateSecret()
const secretBox = createSecretBox(masterKey)
let database: Database
let pool: DatabasePool
let databaseUrl: string
let receiver: WebhookReceiver
let front: Product
let worker: Product

test.beforeAll(async ({ testDatabase, connection }) => {
  databaseUrl = testDatabase.url
  ;({ database, pool } = connection)
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
  receiver = await startWebhookReceiver({ secrets: [secret] })
  const stores = { databaseUrl, masterKey: masterKey.toString('base64') }
  front = await startProduct({ ...stores, counts: { intake: 1, api: 1 } })
  worker = await startProduct({
    ...stores,
    counts: { worker: 1 },
    env: {
      SIGNALPOST_INTAKE_URL: front.intakeUrls()[0] ?? '',
      SIGNALPOST_PUBLIC_URL: `http://127.0.0.1:${front.apis[0]?.port()}`,
      SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: receiver.caPath,
    },
  })
}, 120_000)

afterAll(async () => {
  await Promise.all([front.stop(), worker.stop()])
  await receiver.close()
})

const command = (...words: string[]) =>
  runCommand({ DATABASE_URL: databaseUrl, SIGNALPOST_MASTER_KEY: masterKey.toString('base64') }, words)

async function status(): Promise<Status & { exitCode: number | null }> {
  const { exitCode, json } = await command('canary', 'status')
  // The cast: the test checks what it reads of it.
  return { exitCode, ...(json as Status) }
}

/** Lets a round begin, after the one that is under way, and waits for its end. */
async function afterRound(): Promise<Status & { exitCode: number | null }> {
  await pool.query('update canary set due_at = now()')
  const pending = 'select from canary where due_at <= now() or lease_token is not null'
  await waitUntil('the round', async () => (await pool.query(pending)).rowCount === 0)
  return status()
}

test('the canary follows an event to the channel and into the warehouse, and says which stage fails', {
  timeout: 120_000,
}, async () => {
  expect(await command('canary', 'status')).toEqual({ exitCode: 0, json: { enabled: false, stages: [] } })
  expect(await command('canary', 'enable', '--every', '10m')).toEqual({
    exitCode: 0,
    json: { orgId: canaryOrgId, every: '10m' },
  })
  const alone = await afterRound()
  expect(alone.stages.map(({ error }) => error)).toEqual([null, null])
  expect(alone).toMatchObject({ exitCode: 0, enabled: true, ok: true })
  expect(alone.stages.map(({ stage, ok }) => [stage, ok])).toEqual([
    ['intake', true],
    ['api', true],
  ])

  const { channelId } = await createChannel(database, secretBox, {
    ...{ orgId: canaryOrgId, kind: 'webhook', name: 'Watch', settings: { url: receiver.url, events: [] } },
    secrets: { secret },
  })
  const { warehouseId } = await createWarehouse(database, secretBox, {
    ...{ orgId: canaryOrgId, kind: 'postgres', name: 'Lake', location: 'lake', intervalMs: 3_600_000 },
    ...{
      settings: { schema: 'lake' },
      secrets: { url: databaseUrl },
      excludesPersonal: false,
      hasBounds: false,
    },
  })
  const enabled = await command('canary', 'enable', '--channel', channelId, '--warehouse', warehouseId)
  expect(enabled.json).toEqual({ orgId: canaryOrgId, every: '10m' })
  const whole = await afterRound()
  expect(whole.stages.map(({ stage, ok, error }) => [stage, ok, error])).toEqual([
    ['intake', true, null],
    ['api', true, null],
    ['channel', true, null],
    ['warehouse', true, null],
  ])
  expect(whole.exitCode).toBe(0)
  expect(receiver.requests.at(-1)?.body.toString()).toContain('"title":"Canary"')
  const { rows: synced } = await pool.query('select id from lake.signals limit 1')
  const isInWarehouse = (key: string) =>
    lookForRow(
      { database, pool, secretBox, dataDir: '' },
      { warehouseId, orgId: canaryOrgId },
      { table: signalsTable, key, signal: new AbortController().signal },
    )
  expect(await isInWarehouse(synced[0].id)).toBe(true)
  expect(await isInWarehouse('sig_elsewhere')).toBe(false)
  const { rows } = await pool.query('select distinct org_id, title from lake.signals')
  expect(rows).toEqual([{ org_id: canaryOrgId, title: 'Canary' }])

  receiver.troubles.plan({ status: 410 })
  await setWarehousePaused(database, { warehouseId, isPaused: true })
  const broken = await afterRound()
  expect(broken).toMatchObject({ exitCode: 1, ok: false })
  expect(broken.stages.map(({ stage, error }) => [stage, error])).toEqual([
    ['intake', null],
    ['api', null],
    ['channel', expect.stringMatching(/^the status of the alert is \w+ \(\w+\)$/)],
    ['warehouse', 'the warehouse is paused'],
  ])
  const doctor = await command('doctor')
  expect(doctor.json).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ name: 'canary', ok: false })]),
  })
  const metrics = await (await fetch(`http://127.0.0.1:${worker.workers[0]?.port()}/metrics`)).text()
  expect(metrics).toMatch(/canary_failures_total\{stage="warehouse",process="worker"\} [1-9]/)
  expect(metrics).toContain('canary_failures_total{stage="intake",process="worker"} 0')
  expect(metrics).toMatch(/canary_seconds_count\{process="worker",stage="warehouse"\} [1-9]/)

  expect((await command('canary', 'disable')).exitCode).toBe(0)
  expect((await status()).enabled).toBe(false)
})

test('the canary takes no channel of another workspace', async () => {
  await command('canary', 'disable')
  const workspace = { orgId: 'org_other', name: 'Other', plan: 'standard', accountIntelligence: false }
  await createWorkspace(database, { ...workspace, analysisAllowance: 1 })
  const settings = { url: receiver.url, events: [] }
  const { channelId } = await createChannel(database, secretBox, {
    ...{ orgId: 'org_other', kind: 'webhook', name: 'Theirs', settings, secrets: {} },
  })
  expect(await command('canary', 'enable', '--channel', channelId)).toEqual({
    ...{ exitCode: 2, json: undefined },
  })
  expect((await status()).enabled).toBe(false)
})
