import { allApiUrls, findSlackControls, findSlackPlainTexts, startSlackServer } from '@signalpost/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Alert, ChannelServices, Outcome } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { slackActions } from '../index.ts'
import { alertOf, fullSignal } from '../test-support/sample-alert.ts'
import { slack } from './slack.ts'

const server = await startSlackServer({ burst: 2 })
const services = createChannelServices({
  allowedNetworks: { has: (address) => address === '127.0.0.1' },
  apiUrls: allApiUrls(server.apiUrl),
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), server.close()]))

const bot = {
  settings: { channel: 'C0TEST' },
  secrets: [{ botToken: 'xoxb-test', signingSecret: 'signing-secret' }],
}
const at = '2026-11-20T09:00:00.000Z'

beforeEach(() => {
  server.messages.length = 0
})

type Way = { settings: { channel?: string }; secrets: { webhookUrl?: string; botToken?: string }[] }

type More = { reference?: Record<string, string>; through?: ChannelServices }

function send(alert: Alert, { settings, secrets }: Way, more: More = {}): Promise<Outcome> {
  const { reference, through = services } = more
  return slack.send(through, {
    content: { alert },
    messageId: 'dsp_1',
    attempt: 1,
    channelId: 'chn_1',
    orgId: 'org_demo',
    settings,
    secrets,
    recipient: '',
    ...(reference && { reference }),
    signal: new AbortController().signal,
  })
}

test('edits a bot’s message in place to show the outcome of the signal', async () => {
  const outcome = await send(alertOf([fullSignal]), bot)
  expect(outcome).toMatchObject({
    outcome: 'sent',
    reference: { channel: 'C0TEST', ts: server.messages[0]?.ts },
  })
  const { reference } = { reference: {}, ...outcome }
  const taken = { ...fullSignal, assignedTo: { userId: 'slack:T1:U0ANN', at, by: 'slack:T1:U0ANN' } }
  expect(await send(alertOf([taken]), bot, { reference })).toMatchObject({ outcome: 'sent' })
  expect(server.messages).toHaveLength(1)
  expect(server.messages[0]).toMatchObject({ edits: 1 })
  expect(findSlackControls(server.messages[0] ?? { text: '', blocks: [] })).toContain('<@U0ANN>')
})

test('reports an edit of a deleted message, and that a webhook’s message cannot be edited', async () => {
  const reference = { channel: 'C0TEST', ts: '1.000001' }
  expect(await send(alertOf([fullSignal]), bot, { reference })).toMatchObject({
    outcome: 'rejected',
    code: 'message_not_found',
  })
  const hook = { settings: {}, secrets: [{ webhookUrl: server.webhookUrl('edits') }] }
  expect(await send(alertOf([fullSignal]), hook, { reference })).toEqual({
    outcome: 'rejected',
    code: 'cannot_edit',
  })
})

test('is throttled if it posts faster than Slack accepts', async () => {
  const hook = { settings: {}, secrets: [{ webhookUrl: server.webhookUrl('fast') }] }
  const outcomes: Outcome[] = []
  for (let count = 0; count < 3; count++) outcomes.push(await send(alertOf([fullSignal]), hook))
  expect(outcomes).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'sent' },
    { outcome: 'throttled', retryAfterMs: 1_000 },
  ])
})

test('sends plain text if Slack does not accept the blocks', async () => {
  const hook = { settings: {}, secrets: [{ webhookUrl: server.webhookUrl('plain') }] }
  server.troubles.plan({ error: 'invalid_blocks' }, { times: 1, only: 'plain' })
  expect(await send(alertOf([fullSignal]), hook)).toMatchObject({ outcome: 'sent', code: 'sent_as_text' })
  const [message] = server.messages
  expect(message?.text).toContain('Why: Names a budget and a date')
  expect(message?.text).toContain(fullSignal.url.replaceAll('&', '&amp;'))
  expect(findSlackPlainTexts(message?.blocks)).toEqual([])
})

test('refuses a token and a channel that Slack does not know', async () => {
  const stranger = { ...bot, secrets: [{ botToken: 'xoxb-other' }] }
  expect(await send(alertOf([fullSignal]), stranger)).toMatchObject({
    outcome: 'disabled',
    code: 'invalid_auth',
  })
  const elsewhere = { ...bot, settings: { channel: 'C0OTHER' } }
  expect(await send(alertOf([fullSignal]), elsewhere)).toMatchObject({
    outcome: 'disabled',
    code: 'channel_not_found',
  })
  expect(await send(alertOf([fullSignal]), { settings: {}, secrets: [] })).toMatchObject({
    outcome: 'disabled',
  })
})

test('connects to any Slack API URL of the operator, but only to public webhook URLs', async () => {
  const guarded = createChannelServices({ ...services, allowedNetworks: { has: () => false } })
  const through = { ...services, outgoing: guarded.outgoing, operatorApi: guarded.operatorApi }
  await expect.poll(() => send(alertOf([fullSignal]), bot, { through })).toMatchObject({ outcome: 'sent' })
  const hook = { settings: {}, secrets: [{ webhookUrl: server.webhookUrl('guarded') }] }
  expect(await send(alertOf([fullSignal]), hook, { through })).toEqual({
    outcome: 'retry',
    code: 'address_refused',
  })
  await guarded.close()
})

test('accepts a webhook, or a bot with all its settings', () => {
  const accepts = (secrets: object) => slack.secrets.safeParse(secrets).success
  expect(accepts({ webhookUrl: 'https://hooks.slack.com/services/T0/B0/secret' })).toBe(true)
  expect(accepts({ botToken: 'xoxb-1234', signingSecret: 'abcdefgh' })).toBe(true)
  expect(accepts({})).toBe(false)
  expect(accepts({ botToken: 'xoxb-1234' })).toBe(false)
  expect(
    accepts({ webhookUrl: 'https://hooks.slack.com/x', botToken: 'xoxb-1234', signingSecret: 'abcdefgh' }),
  ).toBe(false)
  expect(accepts({ webhookUrl: 'hooks.slack.com' })).toBe(false)
  expect(accepts({ botToken: 'xoxb-1234\r\nX: 1', signingSecret: 'abcdefgh' })).toBe(false)
  expect(slack.settings.safeParse({ channel: 'two words' }).success).toBe(false)
})

test('uses the same button ids in messages and interactions', async () => {
  const step = alertOf([fullSignal], {
    escalation: { round: 1, step: 1, steps: 2, unless: ['assigned'], waitedMs: 900_000 },
  })
  const at = '2026-11-20T09:00:00.000Z'
  const done = {
    ...fullSignal,
    assignedTo: { userId: 'usr_ann', at, by: 'usr_ann' },
    feedback: { verdict: 'good' as const, at },
  }
  await expect.poll(() => send(step, bot)).toMatchObject({ outcome: 'sent' })
  await expect.poll(() => send({ ...step, items: [done] }, bot)).toMatchObject({ outcome: 'sent' })
  const shown = JSON.stringify(server.messages.slice(-2).map(({ blocks }) => blocks))
  for (const actionId of Object.values(slackActions)) {
    expect(shown).toContain(`"action_id":"${actionId}","value":"sig_1"`)
  }
})
