import { allApiUrls } from '@signalpost/testing'
import { findDiscordTexts, startDiscordServer } from '@signalpost/testing/services'
import { afterAll, expect, test } from 'vitest'
import type { Alert, Outcome } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { alertOf, fullSignal } from '../test-support/sample-alert.ts'
import { discord } from './discord.ts'

const server = await startDiscordServer()
const services = createChannelServices({
  allowedNetworks: { has: () => true },
  apiUrls: allApiUrls('http://127.0.0.1:1'),
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), server.close()]))

function send(
  alert: Alert,
  {
    reference,
    webhookUrl = server.webhookUrl,
  }: { reference?: Record<string, string>; webhookUrl?: string } = {},
): Promise<Outcome> {
  return discord.send(services, {
    ...{ content: { alert }, messageId: 'dsp_1', attempt: 1, channelId: 'chn_1', orgId: 'org_demo' },
    ...{ settings: {}, secrets: [{ webhookUrl }], recipient: '', ...(reference && { reference }) },
    signal: new AbortController().signal,
  })
}

test('edits its message to say who took the signal', async () => {
  const outcome = await send(alertOf([fullSignal]))
  const reference = (outcome.outcome === 'sent' && outcome.reference) || {}
  const assignedTo = { userId: 'usr_ann', by: 'usr_ann', at: '2026-11-20T09:00:00.000Z' }
  expect(await send(alertOf([{ ...fullSignal, assignedTo }]), { reference })).toMatchObject({
    outcome: 'sent',
  })
  expect(server.messages).toMatchObject([{ edits: 1 }])
  expect(findDiscordTexts(server.messages[0]?.payload)).toContain('Taken by someone')
})

test('gives up on a message that is gone, and keeps the channel', async () => {
  const reference = { messageId: '1' }
  expect(await send(alertOf([fullSignal]), { reference })).toMatchObject({
    outcome: 'rejected',
    httpStatus: 404,
  })
})

test('keeps the thread that the URL of the webhook names', async () => {
  server.requests.length = 0
  await send(alertOf([fullSignal]), { webhookUrl: `${server.webhookUrl}?thread_id=7` })
  expect(server.requests[0]?.path).toMatch(/\?thread_id=7&wait=true$/)
})

test.each([
  ['no address', 'expected an http or https URL without user and password'],
  [
    'https://discord.com/api/webhooks/1/x?wait=true',
    'expected the URL as Discord shows it, without the parameter wait',
  ],
])('says one thing of %s', (webhookUrl, message) => {
  const { error } = discord.secrets.safeParse({ webhookUrl })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
