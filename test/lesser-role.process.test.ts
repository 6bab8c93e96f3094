import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createChannel } from '@signalpost/database/rules'
import { canaryOrgId } from '@signalpost/domain'
import { generateSecret } from '@signalpost/signatures'
import { readDocuments, startWebhookReceiver, type WebhookReceiver, waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from './support/product/start-product.ts'
import { runCommand } from './support/run-command.ts'

// One role owns the schema and migrates it, also that of the queue. Another runs the product.

const suffix = randomBytes(4).toString('hex')
const [role, owning, name] = ['app', 'owner', 'database'].map((what) => `${what}_${suffix}`)
const secret = generateSecret()
const masterKey = randomBytes(32)
let owner: Database
let superuser: Pool
let ownerUrl: string
let appUrl: string
let receiver: WebhookReceiver
let product: Product
let worker: Product

const command = (url: string, ...words: string[]) =>
  runCommand({ DATABASE_URL: url, SIGNALPOST_MASTER_KEY: masterKey.toString('base64') }, words)

const connect = (url: string) =>
  createDatabase({ url, applicationName: 'test', onConnectionError: () => undefined })

/** The statements of the document, with names of this test. */
function documentedStatements(): string[] {
  const document = readDocuments().find(({ path }) => path === 'docs/operating/security.md')
  const block = document?.blocks.find(({ language }) => language === 'sql')
  return (block?.code ?? expect.unreachable('the document has no statements'))
    .replaceAll('signals_app', role ?? '')
    .replaceAll('signals_owner', owning ?? '')
    .replace('database signalpost', `database ${name}`)
    .split(/;\n/)
    .filter((statement) => statement !== '')
}

test.beforeAll(async ({ testServer }) => {
  superuser = connect(testServer.superuserUrl).pool
  for (const statement of documentedStatements()) await superuser.query(statement)
  const urlOf = (username = '') =>
    Object.assign(new URL(testServer.url), { username, password: '…', pathname: `/${name}` }).href
  ownerUrl = urlOf(owning)
  appUrl = urlOf(role)
  expect(await command(ownerUrl, 'migrate', '--grant-to', role ?? '')).toMatchObject({
    exitCode: 0,
    json: { grantedTo: role },
  })
  owner = connect(ownerUrl).database
  receiver = await startWebhookReceiver({ secrets: [secret] })
  const stores = { databaseUrl: appUrl, masterKey: masterKey.toString('base64') }
  product = await startProduct({ ...stores, counts: { intake: 1, api: 1 } })
  worker = await startProduct({
    ...stores,
    counts: { worker: 1 },
    env: {
      SIGNALPOST_INTAKE_URL: product.intakeUrls()[0] ?? '',
      SIGNALPOST_PUBLIC_URL: `http://127.0.0.1:${product.apis[0]?.port()}`,
      SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: receiver.caPath,
    },
  })
}, 120_000)

afterAll(async () => {
  await Promise.all([product.stop(), worker.stop()])
  await receiver.close()
  await owner.destroy()
  await superuser.query(`drop database ${name} with (force)`)
  await superuser.query(`drop role ${role}, ${owning}`)
  await superuser.end()
})

test('a role without rights over the schema runs the product, and doctor says so', {
  timeout: 60_000,
}, async () => {
  const workspace = { orgId: canaryOrgId, name: 'Canary', plan: 'canary', accountIntelligence: false }
  await createWorkspace(owner, { ...workspace, analysisAllowance: 0 })
  const { channelId } = await createChannel(owner, createSecretBox(masterKey), {
    ...{ orgId: canaryOrgId, kind: 'webhook', name: 'Watch', settings: { url: receiver.url, events: [] } },
    secrets: { secret },
  })
  expect(await command(appUrl, 'canary', 'enable', '--channel', channelId)).toMatchObject({ exitCode: 0 })
  const readStages = () =>
    sql<{
      stage: string
      error: string | null
    }>`select stage, error from canary_stages order by stage`.execute(owner)
  await waitUntil('the round', async () => (await readStages()).rows.some(({ stage }) => stage === 'channel'))
  expect((await readStages()).rows).toEqual(
    ['api', 'channel', 'intake'].map((stage) => ({ stage, error: null })),
  )
  // Nothing is pending, so the processes' own role may start beside it.
  expect(await command(appUrl, 'migrate')).toMatchObject({ exitCode: 0, json: { applied: [] } })
  const { json } = await command(appUrl, 'doctor')
  expect(json).toMatchObject({
    checks: expect.arrayContaining([
      {
        name: 'audit log',
        ok: true,
        message: 'append-only, and the role of DATABASE_URL cannot change that',
      },
    ]),
  })
})
