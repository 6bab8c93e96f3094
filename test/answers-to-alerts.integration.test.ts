import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { listAlerts } from '@signalpost/database/dispatches'
import { listDeliveries } from '@signalpost/database/ledger'
import { createChannel, mapChannelUsers } from '@signalpost/database/rules'
import { migrateQueues } from '@signalpost/queues'
import { signServiceV1 } from '@signalpost/signatures'
import { type MailServer, type SlackServer, startMailServer, startSlackServer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from './support/product/start-product.ts'
import { createSources } from './support/sending/create-sources.ts'
import type { SignedSource } from './support/sending/sender.ts'

// People answer an alert, by a button or by unsubscribing; the real processes do the rest.

const orgId = 'org_acme'
const signingSecret = 'signing-secret-of-slack'
const masterKey = randomBytes(32)
const secretBox = createSecretBox(masterKey)
let database: Database
let slack: SlackServer
let mail: MailServer
let product: Product
let source: SignedSource
let channelId: string
let mailChannelId: string
let apiKey: string

test.beforeAll(async ({ testDatabase }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  ;[slack, mail] = await Promise.all([startSlackServer(), startMailServer()])
  const key = masterKey.toString('base64')
  const stores = { databaseUrl: testDatabase.url, masterKey: key }
  const [sources = []] = await createSources(stores, { orgIds: [orgId], sourcesEach: 1 })
  source = sources[0] ?? expect.unreachable('there is no source')
  ;({ database } = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  }))
  ;({ apiKey } = await createApiKey(database, { orgId, scopes: ['signals:read'] }))
  channelId = await addChannel('slack', { channel: 'C0TEST' }, { botToken: 'xoxb-test', signingSecret })
  mailChannelId = await addChannel('email', { to: ['ann@example.com', 'bob@example.com'] }, {})
  await mapChannelUsers(database, { channelId, users: [{ externalUserId: 'U0ANN', userId: 'usr_ann' }] })
  product = await startProduct({
    ...stores,
    counts: { intake: 1, worker: 1, api: 1 },
    env: {
      SIGNALPOST_SLACK_API_URL: slack.apiUrl,
      SIGNALPOST_SMTP_URL: mail.url,
      SIGNALPOST_MAIL_FROM: 'alerts@example.com',
    },
  })
}, 120_000)

afterAll(async () => {
  await product.stop()
  await Promise.all([slack.close(), mail.close()])
  await database.destroy()
})

async function addChannel(
  kind: string,
  settings: Record<string, unknown>,
  secrets: Record<string, string>,
): Promise<string> {
  const channel = await createChannel(database, secretBox, { orgId, kind, name: kind, settings, secrets })
  return channel.channelId
}

async function sendSignal(id: string): Promise<void> {
  const at = new Date().toISOString()
  const signal = {
    id,
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: `https://example.com/${id}`,
    title: `Who can help us with ${id}?`,
    excerpt: 'We need it today.',
    postedAt: at,
    relevanceScore: 90,
    classification: 'high_intent',
    rationale: 'They ask for it.',
    matchedKeywords: ['help'],
    firstSeenAt: at,
    urgency: 'immediate',
  }
  const body = Buffer.from(
    JSON.stringify({ id: `evt_${id}`, type: 'signal.created', occurredAt: at, orgId, data: { signal } }),
  )
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signature = signServiceV1({ secret: source.secret, timestampSeconds, body })
  const answer = await fetch(`${product.intakeUrls()[0]}/hooks/${source.sourceId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-signature': signature },
    body,
  })
  expect(answer.status).toBe(202)
}

const apiUrl = () => `http://127.0.0.1:${product.apis[0]?.port()}`

async function readSignal(id: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${apiUrl()}/v1/results/${id}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  return (await answer.json()) as Record<string, unknown>
}

async function messageOf(id: string) {
  const find = () => slack.messages.find(({ blocks }) => JSON.stringify(blocks).includes(id))
  await expect.poll(find).toBeDefined()
  const message = find() ?? expect.unreachable()
  // A posted message can be edited once its answer is recorded.
  await expect
    .poll(
      async () =>
        (await listAlerts(database, { orgId, channelId, signalId: id }, { limit: 1, nowMs: Date.now() }))[0]
          ?.status,
    )
    .toBe('sent')
  return message
}

async function click(
  id: string,
  button: string,
  more: { user?: string; actionTs?: string } = {},
): Promise<void> {
  const interactionsUrl = `${product.intakeUrls()[0]}/slack/interactions/${channelId}`
  const message = await messageOf(id)
  const actionId = `signalpost_${button}`
  const answer = await slack.click({ interactionsUrl, signingSecret, message, actionId, ...more })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
}

test("buttons of Slack end in the API's assignedTo and feedback, and in the message", async () => {
  await sendSignal('sig_pressed')
  await click('sig_pressed', 'assign')
  await click('sig_pressed', 'good', { user: 'U0BOB' })
  await expect
    .poll(() => readSignal('sig_pressed'))
    .toMatchObject({
      assignedTo: { userId: 'usr_ann', by: 'usr_ann' },
      feedback: { verdict: 'good' },
    })
  const message = await messageOf('sig_pressed')
  await expect.poll(() => JSON.stringify(message.blocks)).toContain('Taken by someone · Marked as good')
  await click('sig_pressed', 'assign', { user: 'U0BOB' })
  await expect
    .poll(() => readSignal('sig_pressed'))
    .toMatchObject({
      assignedTo: { userId: 'slack:T0ACME:U0BOB', by: 'slack:T0ACME:U0BOB' },
    })
})

test('a click that Slack repeats is one event, and two people at once leave one of them', async () => {
  await sendSignal('sig_contested')
  const actionTs = `${Math.floor(Date.now() / 1000)}.000001`
  await Promise.all([
    click('sig_contested', 'assign', { actionTs }),
    click('sig_contested', 'assign', { user: 'U0BOB', actionTs }),
    click('sig_contested', 'assign', { actionTs }),
    click('sig_contested', 'assign', { actionTs }),
  ])
  const statuses = async () => {
    const { items } = await listDeliveries(database, { orgId, sourceId: channelId }, { limit: 4 })
    return items.map(({ status }) => status).sort()
  }
  await expect.poll(statuses).toEqual(['applied', 'applied', 'duplicate', 'duplicate'])
  const { assignedTo } = await readSignal('sig_contested')
  expect(['usr_ann', 'slack:T0ACME:U0BOB']).toContain((assignedTo as { userId: string }).userId)
  const message = await messageOf('sig_contested')
  await expect.poll(() => message.edits).toBeGreaterThan(0)
})

test('who leaves by the one click of a mail gets no more of them, the others do', async () => {
  await sendSignal('sig_mailed')
  const mailsTo = (to: string, id: string) =>
    mail.mails.filter((one) => one.to === to && one.raw.toString().includes(id))
  await expect.poll(() => mailsTo('ann@example.com', 'sig_mailed').length).toBe(1)
  const [first] = mailsTo('ann@example.com', 'sig_mailed')
  const [, path] = /^List-Unsubscribe: <http:\/\/[^/]+(\/u\/[\w-]+)>/m.exec(first?.raw.toString() ?? '') ?? []
  const page = await fetch(`${apiUrl()}${path}`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('a…@example.com')])
  const answer = await fetch(`${apiUrl()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  await sendSignal('sig_after')
  await expect.poll(() => mailsTo('bob@example.com', 'sig_after').length).toBe(1)
  const settled = async () => {
    const alerts = await listAlerts(
      database,
      { orgId, channelId: mailChannelId, signalId: 'sig_after' },
      { limit: 1, nowMs: Date.now() },
    )
    return alerts[0]?.status
  }
  await expect.poll(settled).toBe('sent')
  expect(mailsTo('ann@example.com', 'sig_after')).toEqual([])
})
