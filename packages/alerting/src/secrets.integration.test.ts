import { randomBytes } from 'node:crypto'
import { type ChannelKind, findChannel } from '@signalpost/channels'
import { createSecretBox } from '@signalpost/database'
import { listAlerts } from '@signalpost/database/dispatches'
import { createChannel, listChannels } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMessageEditor } from './edit-messages.ts'
import { sendNext } from './sending/send-next.ts'
import { type AlertRig, openAlertRig } from './test-support/open-alert-rig.ts'

// Every secret has its own canary. None may show in a log line, a row of the database or an alert. No canary has a form
// that the logger hides anyway.
const canaries = {
  botToken: 'canary-of-the-bot-token',
  mailPassword: 'canary-of-the-mail-password',
  signingSecret: 'canary-of-the-signing-secret',
  webhookPath: 'canary-of-the-webhook-url',
  webhookSecret: 'Y2FuYXJ5IG9mIHRoZSB3ZWJob29rIHNlY3JldA',
}
const lines: string[] = []
let rig: AlertRig

beforeAll(async () => {
  rig = await openAlertRig({
    onLogLine: (line) => lines.push(line),
    slackTokens: [canaries.botToken],
    mailLogin: { user: 'ann', password: canaries.mailPassword },
  })
})
afterAll(() => rig.close())
beforeEach(() => {
  lines.length = 0
  for (const { troubles } of [rig.slack, rig.mail, rig.webhook]) troubles.clear()
})

type Setup = { settings: Record<string, unknown>; secrets: Record<string, string> }

/**
 * Channels, and the troubles of their receivers; the last trouble disables the channel. The conformance suite of channels
 * checks that no outcome of any kind holds a secret.
 */
const setups: Record<string, { kind: ChannelKind; setup: () => Setup; plan: (() => void)[] }> = {
  'slack by a webhook': {
    kind: 'slack',
    setup: () => ({ settings: {}, secrets: { webhookUrl: rig.slack.webhookUrl(canaries.webhookPath) } }),
    plan: slackTroubles(),
  },
  'slack by a bot': {
    kind: 'slack',
    setup: () => ({
      settings: { channel: 'C0TEST' },
      secrets: { botToken: canaries.botToken, signingSecret: canaries.signingSecret },
    }),
    plan: slackTroubles(),
  },
  email: {
    kind: 'email',
    setup: () => ({ settings: { to: ['ann@example.com'] }, secrets: {} }),
    plan: [
      () => rig.mail.troubles.plan({ at: 'recipient', reply: '451 4.3.0 later' }, { times: 1 }),
      () => rig.mail.troubles.plan('dropped', { times: 1 }),
      () => rig.mail.troubles.plan('answer_lost', { times: 1 }),
      () => rig.mail.troubles.plan({ at: 'content', reply: '554 5.7.1 refused' }, { times: 1 }),
      () => rig.mail.troubles.plan({ at: 'sender', reply: '535 5.7.8 credentials' }, { times: 1 }),
    ],
  },
  webhook: {
    kind: 'webhook',
    setup: () => ({
      settings: { url: rig.webhook.url, events: [] },
      secrets: { secret: `whsec_${canaries.webhookSecret}` },
    }),
    plan: [
      () => rig.webhook.troubles.plan({ status: 429, headers: { 'retry-after': '1' } }, { times: 1 }),
      () => rig.webhook.troubles.plan({ status: 500, body: 'no' }, { times: 1 }),
      () => rig.webhook.troubles.plan({ status: 302, headers: { location: '/' } }, { times: 1 }),
      () => rig.webhook.troubles.plan('answer_lost', { times: 1 }),
      () => rig.webhook.troubles.plan({ status: 410 }, { times: 1 }),
    ],
  },
}

function slackTroubles(): (() => void)[] {
  return [
    () => rig.slack.troubles.plan({ retryAfterSeconds: 1 }, { times: 1 }),
    () => rig.slack.troubles.plan({ status: 503 }, { times: 1 }),
    () => rig.slack.troubles.plan({ error: 'invalid_blocks' }, { times: 2 }),
    () => rig.slack.troubles.plan('dropped', { times: 1 }),
    () => rig.slack.troubles.plan('answer_lost', { times: 1 }),
    () => rig.slack.troubles.plan({ error: 'no_service' }, { times: 1 }),
  ]
}

test('knows all secrets of the channels that it sends through', () => {
  for (const kind of new Set(Object.values(setups).map((setup) => setup.kind))) {
    const given = Object.values(setups).filter((setup) => setup.kind === kind)
    const named = new Set(given.flatMap(({ setup }) => Object.keys(setup().secrets)))
    expect([...named].toSorted()).toEqual(Object.keys(findChannel(kind)?.secrets.shape ?? {}).toSorted())
  }
})

describe.each(Object.entries(setups))('%s', (_name, { kind, setup, plan }) => {
  const open = async () => {
    const { orgId } = await rig.workspace()
    const { channelId } = await createChannel(rig.database, rig.secretBox, {
      ...{ orgId, kind, name: 'Channel' },
      ...setup(),
    })
    await rig.addRule(orgId)
    await rig.dependencies.settings.refresh()
    return { orgId, channelId }
  }
  const raise = async (orgId: string): Promise<void> => {
    await rig.apply(orgId, [rig.created(rig.signal(orgId))])
    await rig.evaluate()
  }
  /** Sends a message, and every retry of its schedule. */
  const sendOne = async (orgId: string): Promise<void> => {
    await raise(orgId)
    await rig.send()
    rig.clock.ms += 600_000
    await rig.sweep()
  }
  const expectNoCanary = async (orgId: string): Promise<void> => {
    const alerts = await listAlerts(rig.database, { orgId }, { limit: 100, nowMs: rig.clock.ms })
    const shown = {
      'the log': lines.join(''),
      'the alerts': JSON.stringify(alerts),
      'the channels': JSON.stringify(await listChannels(rig.database, orgId)),
      'the database': await readDatabase(),
    }
    for (const [place, text] of Object.entries(shown)) {
      for (const [secret, canary] of Object.entries(canaries)) {
        expect(text.includes(canary), `${secret} in ${place}: ${around(text, canary)}`).toBe(false)
      }
    }
  }

  test('shows no secret when it sends, fails, waits and is disabled', async () => {
    const { orgId, channelId } = await open()
    await sendOne(orgId)
    for (const trouble of plan) {
      trouble()
      await sendOne(orgId)
    }
    expect(lines.filter((line) => line.includes(channelId)).length).toBeGreaterThan(plan.length)
    const alerts = await listAlerts(rig.database, { orgId }, { limit: 100, nowMs: rig.clock.ms })
    expect(alerts.some(({ status }) => status === 'sent')).toBe(true)
    expect(alerts.some(({ reason }) => reason === 'channel_disabled')).toBe(true)
    await expectNoCanary(orgId)
  })

  test('shows no secret when a channel throws, its secrets do not open or its message is edited', async () => {
    const { orgId, channelId } = await open()
    const lane = { orgId, channelId, isRetry: false }
    const broken = {
      request: () => Promise.reject(new TypeError('a bug')),
      close: () => Promise.resolve(),
    }
    const services = {
      ...rig.services,
      outgoing: broken,
      operatorApi: broken,
      sendMail: () => Promise.reject(new TypeError('a bug')),
    }
    await raise(orgId)
    expect(await sendNext({ ...rig.dependencies, services }, lane)).toBe(true)
    expect(lines.join('')).toContain('channel.broken')
    await raise(orgId)
    rig.clock.ms += 5_000
    const secretBox = createSecretBox(randomBytes(32))
    await sendNext({ ...rig.dependencies, secretBox }, lane)
    await sendOne(orgId)
    await sql`
      insert into message_edits (message_id, org_id, channel_id, due_at)
      select message_id, org_id, channel_id, ${new Date(rig.clock.ms)} from messages
      where org_id = ${orgId} and status = 'sent'`.execute(rig.database)
    const editor = createMessageEditor(rig.dependencies)
    await editor.round()
    await editor.settle()
    expect(lines.join('')).toContain('message.edited')
    await expectNoCanary(orgId)
  })
})

/** Returns every row of every table as text: jobs, attempts, messages, settings. */
async function readDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(rig.database)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await rig.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

function around(text: string, canary: string): string {
  const at = text.indexOf(canary)
  return text.slice(Math.max(at - 200, 0), at + 100)
}
