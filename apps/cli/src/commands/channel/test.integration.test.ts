import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Content, createChannelServices, findChannel } from '@signalpost/channels'
import { createId } from '@signalpost/database'
import { suppressAddress } from '@signalpost/database/rules'
import type { Signal } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import {
  allApiUrls,
  type MailServer,
  type SlackServer,
  startMailServer,
  startSlackServer,
} from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { type CallCli, callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'
import { type Service, startService } from '../../test-support/start-service.ts'

type Record = { [name: string]: unknown }

const botToken = 'xoxb-test'
let store: CliStore
let call: CallCli
let slack: SlackServer
let mail: MailServer
let intake: Service

test.beforeAll(async ({ testDatabase }) => {
  ;[slack, mail] = await Promise.all([startSlackServer(), startMailServer()])
  store = openCliStore(testDatabase.url, {
    SIGNALPOST_PUBLIC_URL: 'https://signals.example.com',
    SIGNALPOST_SLACK_API_URL: slack.apiUrl,
    SIGNALPOST_SMTP_URL: mail.url,
    SIGNALPOST_MAIL_FROM: 'Signalpost <alerts@example.com>',
    SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  })
  call = store.call
  await json(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  intake = await startService('intake', { ...store.environment, SIGNALPOST_INTAKE_PORT: '0' })
})

afterAll(async () => {
  await Promise.all([intake.stop(), slack.close(), mail.close()])
  await store.close()
})

const json = <Document = Record>(args: string[]) => callForJson<Document>(call, args)

const create = async (kind: string, ...options: string[]) => {
  const made = await json(['channel', 'create', kind, '--name', 'Channel', ...options])
  return String(made.channelId)
}

/** Runs `channel test`; returns its output and exit code. */
const tryChannel = async (channelId: string) => {
  const { exitCode, stdout } = await call(['channel', 'test', channelId, '--json'])
  return { exitCode, ...(JSON.parse(stdout) as Record) }
}

const stateOf = async (channelId: string) => {
  const { items } = await json<{ items: Record[] }>(['channel', 'list'])
  const { state, reason } = items.find((item) => item.channelId === channelId) ?? {}
  return { state, reason }
}

test('reports that Slack accepted the message, even for a disabled channel', async () => {
  const channelId = await create('slack', '--webhook-url', slack.webhookUrl())
  expect(await tryChannel(channelId)).toEqual({ exitCode: 0, outcome: 'sent', httpStatus: 200 })
  await json(['channel', 'disable', channelId])
  expect(await tryChannel(channelId)).toMatchObject({ exitCode: 0, outcome: 'sent' })
  expect(slack.messages.at(-1)?.text).toContain('Test message')
})

test('disables a channel whose credentials are refused, and gives the reason until it is enabled', async () => {
  const bot = ['--bot-token', 'xoxb-wrong-token', '--channel', 'C0TEST', '--signing-secret', '12345678']
  const channelId = await create('slack', ...bot)
  expect(await tryChannel(channelId)).toMatchObject({
    exitCode: 1,
    outcome: 'disabled',
    code: 'invalid_auth',
  })
  expect(await stateOf(channelId)).toEqual({ state: 'disabled', reason: 'invalid_auth' })
  await json(['channel', 'rotate', channelId, '--bot-token', botToken])
  expect(await tryChannel(channelId)).toMatchObject({ exitCode: 0, outcome: 'sent' })
  expect(await stateOf(channelId)).toEqual({ state: 'disabled', reason: 'invalid_auth' })
  await json(['channel', 'enable', channelId])
  expect(await stateOf(channelId)).toEqual({ state: 'active', reason: null })
})

describe('a channel test updates the state of the channel', () => {
  const hook = (name: string) => create('slack', '--webhook-url', slack.webhookUrl(name))

  test('to disabled when its receiver responds with 410', async () => {
    const channelId = await hook('gone')
    slack.troubles.plan({ status: 410 }, { times: 1, only: 'gone' })
    expect(await tryChannel(channelId)).toEqual({
      exitCode: 1,
      outcome: 'disabled',
      httpStatus: 410,
      code: 'http_410',
    })
    expect(await stateOf(channelId)).toEqual({ state: 'disabled', reason: 'http_410' })
  })

  test('to degraded after ten failures in a row, and back to active when a test is sent', async () => {
    const channelId = await hook('failing')
    slack.troubles.plan({ status: 500 }, { times: 10, only: 'failing' })
    for (let failure = 1; failure <= 10; failure += 1) {
      expect(await stateOf(channelId)).toEqual({ state: 'active', reason: null })
      expect(await tryChannel(channelId)).toMatchObject({ outcome: 'retry', code: 'http_500' })
    }
    expect(await stateOf(channelId)).toEqual({ state: 'degraded', reason: 'http_500' })
    expect(await tryChannel(channelId)).toMatchObject({ outcome: 'sent' })
    expect(await stateOf(channelId)).toEqual({ state: 'active', reason: null })
  })

  test('to paused for the Retry-After of a response', async () => {
    const channelId = await hook('busy')
    slack.troubles.plan({ retryAfterSeconds: 60 }, { times: 1, only: 'busy' })
    const testedAtMs = Date.now()
    expect(await tryChannel(channelId)).toMatchObject({ outcome: 'throttled' })
    expect(await stateOf(channelId)).toEqual({ state: 'active', reason: null })
    const { rows } = await store.pool.query(
      'select retry_after as "retryAfter" from channel_health where channel_id = $1',
      [channelId],
    )
    expect(rows[0].retryAfter.getTime()).toBeGreaterThanOrEqual(testedAtMs + 60_000)
  })
})

test('mails every recipient who is still subscribed, with a link to unsubscribe', async () => {
  const channelId = await create('email', '--to', 'ann@example.com', 'bob@example.com')
  const suppressed = { orgId: 'org_acme', channelId, reason: 'unsubscribed', until: null }
  await suppressAddress(store.database, { ...suppressed, address: 'BOB@example.com' })
  expect(await tryChannel(channelId)).toMatchObject({ exitCode: 0, outcome: 'sent' })
  expect(mail.mails.map(({ to }) => to)).toEqual(['ann@example.com'])
  expect(mail.mails[0]?.raw.toString()).toMatch(
    /^List-Unsubscribe: <https:\/\/signals\.example\.com\/u\/[\w-]+>/m,
  )
  await suppressAddress(store.database, { ...suppressed, address: 'ann@example.com' })
  expect(await tryChannel(channelId)).toEqual({ exitCode: 1, outcome: 'rejected', code: 'all_unsubscribed' })
})

test('reports that the guard refuses an address that is not public', async () => {
  const guarded = cliInProcess({ ...store.environment, SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '' })
  const channelId = await create('slack', '--webhook-url', slack.webhookUrl())
  const { exitCode, stdout } = await guarded(['channel', 'test', channelId, '--json'])
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, { outcome: 'retry', code: 'address_refused' }])
})

describe.each(['service-v1', 'standard-webhooks'])(
  'our own intake, with a source of the scheme %s',
  (scheme) => {
    let sourceId: string
    let channelId: string
    let secret: string

    test.beforeAll(async () => {
      const source = await json(['source', 'create', '--name', 'Ourselves', '--scheme', scheme])
      sourceId = String(source.sourceId)
      secret = String(source.secret)
      const file = join(String(store.environment.SIGNALPOST_DATA_DIR), 'secret')
      writeFileSync(file, secret)
      const url = `http://127.0.0.1:${intake.port}/hooks/${sourceId}`
      channelId = await create('webhook', '--url', url, '--secret-file', file)
    })

    const ledger = async () => {
      const { items } = await json<{ items: Record[] }>(['delivery', 'list', '--source', sourceId])
      return items.map(({ type, eventId }) => ({ type, eventId }))
    }

    test('accepts the test, changes, alerts and digests of a webhook', async () => {
      await expect
        .poll(() => tryChannel(channelId))
        .toMatchObject({ exitCode: 0, outcome: 'sent', httpStatus: 202 })
      const [tested] = await ledger()
      expect(tested).toMatchObject({ type: 'ping' })

      const occurredAt = new Date().toISOString()
      const changed = { id: createId('evt_'), type: 'signal.read', occurredAt, orgId: 'org_acme' }
      const data = { signalId: 'sig_1', readAt: occurredAt }
      expect(await send({ event: { ...changed, data } })).toMatchObject({ outcome: 'sent', httpStatus: 202 })
      expect(await ledger()).toContainEqual({ type: 'signal.read', eventId: changed.id })
      for (const count of [1, 3]) {
        const before = (await ledger()).length
        expect(await send(alertOf(count))).toMatchObject({ outcome: 'sent', httpStatus: 202 })
        const raised = (await ledger()).slice(0, -before)
        expect(raised.map(({ type }) => type)).toEqual(Array.from({ length: count }, () => 'alert.raised'))
      }
    })

    test('accepts requests signed with both secrets while they overlap', async () => {
      await json(['channel', 'rotate', channelId])
      expect(await tryChannel(channelId)).toMatchObject({ outcome: 'sent', httpStatus: 202 })
      await json(['channel', 'rotate', channelId, '--overlap', '0'])
      expect(await tryChannel(channelId)).toMatchObject({ exitCode: 1, outcome: 'retry', httpStatus: 401 })
    })

    async function send(content: Content) {
      const webhook = findChannel('webhook')
      if (webhook === undefined) throw new Error('There is no webhook.')
      const base = `http://127.0.0.1:${intake.port}`
      const services = createChannelServices({
        allowedNetworks: { has: () => true },
        apiUrls: allApiUrls(base),
        smtp: undefined,
        publicUrl: base,
        intakeUrl: base,
      })
      try {
        return await webhook.send(services, {
          content,
          messageId: createId('msg_'),
          attempt: 1,
          channelId,
          orgId: 'org_acme',
          settings: webhook.settings.parse({ url: `${base}/hooks/${sourceId}` }),
          secrets: [webhook.secrets.parse({ secret })],
          recipient: '',
          signal: AbortSignal.timeout(10_000),
        })
      } finally {
        await services.close()
      }
    }
  },
)

function alertOf(count: number): Content {
  const raisedAt = new Date().toISOString()
  const items = Array.from({ length: count }, (_, index): Signal => signalOf(`sig_${index}`, raisedAt))
  const rule = { orgId: 'org_acme', ruleId: 'rul_1', ruleName: 'Urgent', raisedAt }
  return { alert: { ...rule, kind: count === 1 ? 'instant' : 'digest', items, total: count } }
}

function signalOf(id: string, at: string): Signal {
  return {
    id,
    orgId: 'org_acme',
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'A text \u0000 with <!channel>',
    postedAt: at,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: ['word'],
    firstSeenAt: at,
  }
}
