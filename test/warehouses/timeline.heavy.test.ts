import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { createChannel } from '@signalpost/database/rules'
import { type Timeline, timelineSchema } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import { signServiceV1 } from '@signalpost/signatures'
import {
  compileCache,
  findLastingPort,
  programOf,
  type SlackServer,
  startSlackServer,
  waitUntil,
} from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from '../support/product/start-product.ts'
import { runCommand } from '../support/run-command.ts'
import { createSources } from '../support/sending/create-sources.ts'
import type { SignedSource } from '../support/sending/sender.ts'

// One signal through all processes, seen in its timeline by the API, the CLI and the console.

const _root = join(import.meta.dirname, '../..')
const orgId = 'org_acme'
const signalId = 'sig_followed'
const signingSecret = 'signing-secret-of-slack'
const masterKey = Buffer.alloc(32, 7)
const seenAt = new Date().toISOString()
const limit = { timeout: 60_000, interval: 200 }
let environment: Record<string, string>
let directory: string
let database: Database
let slack: SlackServer
let product: Product
let console: ChildProcess
let consoleUrl: string
let source: SignedSource
let channelId: string
let apiKey: string
let cookie: string

test.beforeAll(async ({ testDatabase }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  slack = await startSlackServer()
  directory = await mkdtemp(join(tmpdir(), 'signalpost-timeline-'))
  const stores = { databaseUrl: testDatabase.url, masterKey: masterKey.toString('base64') }
  const [sources = []] = await createSources(stores, { orgIds: [orgId, 'org_other'], sourcesEach: 1 })
  source = sources[0] ?? expect.unreachable('there is no source')
  ;({ database } = createDatabase({
    ...{ url: testDatabase.url, applicationName: 'test', onConnectionError: () => undefined },
  }))
  ;({ apiKey } = await createApiKey(database, { orgId, scopes: ['signals:read'] }))
  ;({ channelId } = await createChannel(database, createSecretBox(masterKey), {
    ...{ orgId, kind: 'slack', name: 'Sales', settings: { channel: 'C0TEST' } },
    secrets: { botToken: 'xoxb-test', signingSecret },
  }))
  const port = await findLastingPort()
  consoleUrl = `http://127.0.0.1:${port}`
  environment = {
    PATH: process.env.PATH ?? '',
    ...compileCache,
    DATABASE_URL: testDatabase.url,
    SIGNALPOST_MASTER_KEY: stores.masterKey,
    SIGNALPOST_HOST: '127.0.0.1',
    SIGNALPOST_CONSOLE_PORT: String(port),
    SIGNALPOST_DATA_DIR: directory,
  }
  console = spawn(process.execPath, [programOf('console')], {
    ...{ cwd: '/', env: environment, stdio: 'ignore' },
  })
  product = await startProduct({
    ...stores,
    counts: { intake: 1, worker: 1, api: 1 },
    env: { SIGNALPOST_SLACK_API_URL: slack.apiUrl },
  })
  for (const kind of ['duckdb', 'parquet']) {
    const path = join(directory, kind === 'duckdb' ? 'lake.duckdb' : 'lake')
    await signalpost(
      'warehouse',
      'create',
      kind,
      ...inWorkspace,
      '--name',
      kind,
      '--path',
      path,
      '--interval',
      '1s',
    )
  }
  await waitUntil('the console is ready', async () => (await readiness()) === 200)
  cookie = await logIn()
}, 180_000)

afterAll(async () => {
  console?.kill()
  await product?.stop()
  await slack?.close()
  await database?.destroy()
  await rm(directory, { recursive: true, force: true })
})

const inWorkspace = ['--workspace', orgId]

const signalpost = (...words: string[]) => runCommand(environment, words)

const readiness = async () => (await fetch(`${consoleUrl}/readyz`).catch(() => undefined))?.status

async function logIn(): Promise<string> {
  const invited = await signalpost(
    'person',
    'invite',
    ...inWorkspace,
    '--email',
    'ada@example.com',
    '--role',
    'viewer',
  )
  const { url } = invited.json as { url: string } // the cast: what the command documents
  const answer = await fetch(`${consoleUrl}/console/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? expect.unreachable(`${answer.status}`)
}

async function send(id: string, type: string, members: { occurredAt: string; title: string }): Promise<void> {
  const signal = {
    ...{ id: signalId, orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/1' },
    ...{ title: members.title, excerpt: 'We need it today.', postedAt: seenAt, relevanceScore: 90 },
    ...{ classification: 'high_intent', rationale: 'They ask.', matchedKeywords: [], firstSeenAt: seenAt },
    urgency: 'immediate',
  }
  const event = { id, type, occurredAt: members.occurredAt, orgId, data: { signal } }
  const body = Buffer.from(JSON.stringify(event))
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signature = signServiceV1({ secret: source.secret, timestampSeconds, body })
  const answer = await fetch(`${product.intakeUrls()[0]}/hooks/${source.sourceId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-signature': signature },
    body,
  })
  expect(answer.status).toBe(202)
}

const readApi = (id = signalId, key = apiKey) =>
  fetch(`http://127.0.0.1:${product.apis[0]?.port()}/v1/signals/${id}/timeline`, {
    headers: { authorization: `Bearer ${key}` },
  })
const readConsole = async () =>
  (
    await fetch(`${consoleUrl}/console/api/w/${orgId}/signals/${signalId}/timeline`, { headers: { cookie } })
  ).json()
const readCli = async () => (await signalpost('signal', 'timeline', signalId, ...inWorkspace)).json

async function readTimeline(): Promise<Timeline> {
  const answer = await readApi()
  return answer.ok ? timelineSchema.parse(await answer.json()) : { signalId, steps: [], gaps: [] }
}
/** What all three show of one moment: a step that comes between two reads, such as another edit, has them read again. */
async function readAtOnce(): Promise<{ timeline: Timeline; byCli: unknown; byConsole: unknown }> {
  const timeline = await readTimeline()
  const [byCli, byConsole] = [await readCli(), await readConsole()]
  return isDeepStrictEqual(await readTimeline(), timeline) ? { timeline, byCli, byConsole } : readAtOnce()
}
const detailsOf = ({ steps }: Timeline, stage: string) =>
  steps.filter((step) => step.stage === stage).map(({ detail }) => detail)
const shown = async (stage: string) => detailsOf(await readTimeline(), stage)

test('one timeline shows the way of a signal, by API, CLI and console alike', async () => {
  slack.troubles.plan({ status: 500 }, { times: 1 })
  const created = { occurredAt: '2026-11-20T10:00:00.000Z', title: 'Who can help us?' }
  await send('evt_created', 'signal.created', created)
  await expect.poll(() => shown('merged'), limit).toHaveLength(1)
  await send('evt_created', 'signal.created', created)
  await send('evt_late', 'signal.updated', { ...created, occurredAt: '2026-11-20T09:00:00.000Z' })
  await expect
    .poll(async () => (await shown('attempt')).map(({ outcome }) => outcome), limit)
    .toEqual(['retry', 'sent'])
  await expect.poll(async () => (await shown('evaluated'))[0]?.status, limit).toBe('sent')
  const message = slack.messages[0] ?? expect.unreachable('nothing was posted')
  const click = await slack.click({
    interactionsUrl: `${product.intakeUrls()[0]}/slack/interactions/${channelId}`,
    ...{ signingSecret, message, actionId: 'signalpost_assign' },
  })
  expect(click.status).toBe(200)
  await expect.poll(async () => (await shown('edited')).length, limit).toBe(1)
  await expect
    .poll(async () => (await shown('synced')).map(({ table, state }) => [table, state]), limit)
    .toEqual(
      Array.from({ length: 2 }, () => [
        ['signals', 'synced'],
        ['signal_events', 'synced'],
      ]).flat(),
    )

  const { timeline, byCli, byConsole } = await readAtOnce()
  expect(byCli).toEqual(timeline)
  expect(byConsole).toEqual(timeline)
  expect(detailsOf(timeline, 'received')).toMatchObject([
    ...Array.from({ length: 3 }, () => ({ scheme: 'service-v1', secretId: expect.stringMatching(/^\d+$/) })),
    { scheme: null, secretId: expect.stringMatching(/^\d+$/) },
  ])
  const [first, again, late, clicked] = detailsOf(timeline, 'stored')
  expect([first, again, late, clicked].map((one) => one?.status)).toEqual([
    ...['applied', 'duplicate', 'applied', 'applied'],
  ])
  const deliveries = timeline.steps.filter(({ stage }) => stage === 'stored').map(({ ref }) => ref.id)
  expect(again?.of).toBe(deliveries[0])
  expect(detailsOf(timeline, 'merged').map(({ won, lost }) => [won, lost])).toMatchObject([
    [['document'], [{ member: 'scores', to: deliveries[2] }]],
    [['scores'], [{ member: 'document', to: deliveries[0] }]],
    [['assignedTo'], []],
  ])
  const registers = timeline.steps.filter(({ stage }) => stage === 'register')
  expect(registers.map(({ detail }) => detail.register)).toEqual(['alertedAt', 'assignedTo'])
  expect(registers[1]).toMatchObject({
    summary: 'Register assignedTo was set by a button in channel "Sales".',
    ref: { type: 'delivery', id: deliveries[3] },
    detail: { to: { userId: 'slack:T0ACME:U0ANN' } },
  })
  expect(detailsOf(timeline, 'attempt')).toMatchObject([
    { outcome: 'retry', httpStatus: 500, channelId },
    { outcome: 'sent', channelId },
  ])
  expect(
    new Set(timeline.steps.filter(({ stage }) => stage === 'synced').map(({ ref }) => ref.id)).size,
  ).toBe(2)
  expect(timeline.gaps.map(({ stage }) => stage)).toEqual(['webhook', 'escalated', 'erased'])
}, 180_000)

test('a foreign signal and one that nothing names are the same 404', async () => {
  const { apiKey: foreign } = await createApiKey(database, { orgId: 'org_other', scopes: ['signals:read'] })
  const answers = await Promise.all([readApi(signalId, foreign), readApi('sig_missing', foreign)])
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  const [one, other] = await Promise.all(answers.map((answer) => answer.text()))
  expect(one).toBe(other)
})

test('after an erasure the CLI and the console still show it, and the API does not', async () => {
  const { exitCode } = await signalpost('erase', 'signal', signalId, ...inWorkspace, '--yes')
  expect(exitCode).toBe(0)
  expect((await readApi()).status).toBe(404)
  const timeline = timelineSchema.parse(await readCli())
  expect(timeline.steps.filter(({ stage }) => stage === 'erased').map(({ summary }) => summary)).toEqual([
    'The signal was erased; a tombstone remains.',
  ])
  expect(JSON.stringify(timeline)).not.toMatch(/Who can help us|U0ANN|We need it/)
  const late = (one: Timeline) => one.steps.filter(({ stage }) => stage !== 'synced')
  expect(late(timelineSchema.parse(await readConsole()))).toEqual(late(timeline))
}, 60_000)
