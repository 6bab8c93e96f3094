import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, createSecretBox, type Database, type SecretBox } from '@signalpost/database'
import {
  createSource,
  createWorkspace,
  listSourceSecrets,
  rotateSourceSecret,
  setSourceEnabled,
} from '@signalpost/database/access'
import { migrateQueues } from '@signalpost/queues'
import { generateSecret } from '@signalpost/signatures'
import { type Header, sendRequest, waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { type OpenConsole, openConsole } from '../support/open-console.ts'
import { type Product, startProduct } from '../support/product/start-product.ts'
import { runCommand } from '../support/run-command.ts'
import type { Mistake, Named, Sender, Sent } from './mistake.ts'
import { mistakes } from './mistakes.ts'
import { type Dump, dumpTables, findTraces, spellingsOf, tracesOf } from './traces.ts'

type Planted = Mistake & {
  sourceId: string
  named: Named
  secrets: Omit<Sender, 'nowSeconds' | 'value' | 'body'>
}
type Rejection = { sourceId: string; finding: string; detail: string; advice: string | null }
type Shown = { items: Rejection[] }

const orgId = 'org_mistaken'
const masterKey = Buffer.alloc(32, 5)
/** Fewer than an intake examines in a second. */
const atOnce = 4
const examinesAgainMs = 1_100

/** What the product writes while requests are refused. No table beside them may change. */
const written = ['source_rejections', 'source_refusals', 'processes', 'rate_windows', 'sessions', 'people']
  .map((table) => `public.${table}`)
  .concat('bullmq.meta')

let stores: { databaseUrl: string; masterKey: string }
let database: Database
let client: pg.Client
let product: Product
let console: OpenConsole
let planted: Planted[]
let before: Dump
let sent = 0
const traces: string[] = []

test.beforeAll(async ({ testDatabase }) => {
  stores = { databaseUrl: testDatabase.url, masterKey: masterKey.toString('base64') }
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  ;({ database } = createDatabase({
    ...{ url: testDatabase.url, applicationName: 'test', onConnectionError: () => undefined },
  }))
  client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  planted = await plantAll(database, createSecretBox(masterKey))
  product = await startProduct({ ...stores, counts: { intake: 1, console: 1 } })
  const consoleUrl = `http://127.0.0.1:${product.consoles[0]?.port()}`
  console = await openConsole({ ...{ databaseUrl: testDatabase.url, consoleUrl }, orgIds: [orgId] })
  before = await dumpTables(client)
}, 300_000)

afterAll(async () => {
  await product?.stop()
  await client?.end()
  await database?.destroy()
})

test('each mistake of a sender is named in the console', async () => {
  await sendInTurns(planted.flatMap((one) => (one.before === undefined ? [] : [{ one, make: one.before }])))
  await sendInTurns(planted.map((one) => ({ one, make: one.send })))
  const { items } = await listInConsole()
  const named = planted.map(({ mistake, sourceId }) => [mistake, explanationOf(newestOf(items, sourceId))])
  expect(named).toEqual(planted.map((one) => [one.mistake, expectedOf(one)]))
  const explained = planted.filter(({ finding }) => !['unexplained', 'not_examined'].includes(finding))
  expect(explained.length).toBeGreaterThanOrEqual(25)
}, 300_000)

test('the command line gives what the console gives', async () => {
  const { items } = await listInConsole()
  const environment = { DATABASE_URL: stores.databaseUrl, SIGNALPOST_MASTER_KEY: stores.masterKey }
  for (const finding of ['ended_secret', 'body_reencoded', 'not_examined']) {
    const { sourceId } = planted.find((one) => one.finding === finding) ?? expect.unreachable()
    const { json } = await runCommand(environment, ['source', 'rejections', sourceId])
    // The cast: what the command documents.
    expect(explanationOf((json as Shown).items[0])).toEqual(explanationOf(newestOf(items, sourceId)))
  }
}, 300_000)

test('nothing of a refused request is in the store or the log', async () => {
  const after = await dumpTables(client)
  expect(findTraces(after, traces)).toEqual([])
  expect(findTraces(new Map([['log', product.logOf('intake-1').toLowerCase()]]), traces)).toEqual([])
  const changed = [...after].filter(([table, rows]) => rows !== before.get(table)).map(([table]) => table)
  expect(changed).toContain('public.source_rejections')
  expect(changed.filter((table) => !written.includes(table))).toEqual([])
})

test('a trace of a request would be found, however it is written', async () => {
  const word = 'wordThatIsKept'
  const digest = Buffer.alloc(32, 0xab)
  const headers: Header[] = [['x-service-signature', `t=1700000000,v1=${digest.toString('hex')}`]]
  const forms = [
    `{"text":"${word}"}`,
    ...['hex', 'base64', 'base64url'].map((form) => Buffer.from(`{"a":"${word}"}`).toString(form as 'hex')),
    ...[digest.toString('hex').toUpperCase(), digest.toString('base64')],
  ]
  for (const form of forms) {
    const dump = new Map([['kept', form.toLowerCase()]])
    expect([form, findTraces(dump, tracesOf({ word, body: word, headers })).length]).not.toEqual([form, 0])
  }
  await client.query('create temporary table kept (bytes bytea)')
  await client.query('insert into kept values ($1)', [Buffer.from(`{"a":"${word}"}`)])
  const kept = [...(await dumpTables(client))].filter(([table]) => table.endsWith('.kept'))
  expect(findTraces(new Map(kept), spellingsOf(Buffer.from(word)))).toHaveLength(1)
})

/** Makes a source for each mistake, and a workspace whose secrets no one may try. */
async function plantAll(database: Database, secretBox: SecretBox): Promise<Planted[]> {
  for (const id of [orgId, 'org_foreign']) {
    const plan = { plan: 'test', accountIntelligence: false, analysisAllowance: 0 }
    await createWorkspace(database, { orgId: id, name: id, ...plan })
  }
  const add = async (given: {
    orgId: string
    scheme?: string | undefined
    secret: string
  }): Promise<string> => {
    const usual = { name: 'Source', scheme: 'service-v1', settings: {}, toleranceSeconds: 300 }
    const { scheme = usual.scheme } = given
    const source = { ...usual, ...given, scheme, ratePerMinute: null }
    return (await createSource(database, secretBox, source)).sourceId
  }
  const [otherSecret, foreignSecret] = [generateSecret(), generateSecret()]
  const otherSourceId = await add({ orgId, secret: otherSecret })
  await add({ orgId: 'org_foreign', secret: foreignSecret })
  const all: Planted[] = []
  for (const mistake of mistakes) {
    const { scheme, secret = generateSecret(), isDisabled = false } = mistake
    const endedSecret = generateSecret()
    const sourceId = await add({ orgId, scheme, secret: endedSecret })
    const { secrets } = await listSourceSecrets(database, { sourceId })
    await rotateSourceSecret(database, secretBox, { sourceId, secret, overlapMs: 0 })
    if (isDisabled) await setSourceEnabled(database, { sourceId, enabled: false })
    const named = { endedSecretId: secrets[0]?.secretId ?? '', otherSourceId }
    all.push({ ...mistake, sourceId, named, secrets: { secret, endedSecret, otherSecret, foreignSecret } })
  }
  return all
}

/** Sends no more in a second than an intake examines. */
async function sendInTurns(requests: { one: Planted; make: (sender: Sender) => Sent }[]): Promise<void> {
  for (let first = 0; first < requests.length; first += atOnce) {
    const turn = requests.slice(first, first + atOnce)
    await Promise.all(turn.map(({ one, make }) => sendOne(one, make)))
    sent += turn.length
    await Promise.all([
      sleep(examinesAgainMs),
      waitUntil('the refusals are in the log', async () => (await listInConsole()).items.length === sent),
    ])
  }
}

async function sendOne(
  { sourceId, secrets, status = 401 }: Planted,
  make: (sender: Sender) => Sent,
): Promise<void> {
  const word = `word${randomUUID()}`
  const value = {
    id: `evt_${randomUUID()}`,
    orgId,
    data: { word, text: 'Grüße', list: [1, 2], nothing: null },
  }
  const body = JSON.stringify(value)
  const sender = { ...secrets, nowSeconds: Math.floor(Date.now() / 1_000), value, body }
  const { contentType = 'application/json', ...request } = { body, method: 'POST', ...make(sender) }
  for (const one of [request.body, body])
    traces.push(...tracesOf({ word, body: one, headers: request.headers }))
  const answer = await sendRequest(product.intakeUrls()[0] ?? '', {
    ...request,
    path: `/hooks/${sourceId}`,
    headers: [['content-type', contentType], ...request.headers],
  })
  expect(answer.status).toBe(status)
}

// The cast: what the route documents.
const listInConsole = async (): Promise<Shown> => (await console.read(orgId, 'rejections')) as Shown

const newestOf = (items: readonly Rejection[], sourceId: string): Rejection | undefined =>
  items.find((item) => item.sourceId === sourceId)

function explanationOf(rejection: Omit<Rejection, 'sourceId'> | undefined) {
  const { finding, detail, advice } = rejection ?? expect.unreachable('there is no rejection')
  return { finding, detail, advice }
}

function expectedOf({ finding, detail, named }: Planted) {
  const words = typeof detail === 'function' ? detail(named) : detail
  return {
    finding,
    detail: typeof words === 'string' ? words : expect.stringMatching(words),
    advice: expect.stringMatching(/\.$/),
  }
}
