import { allApiUrls } from '@signalpost/testing'
import { startDiscordServer, startOpsgenieServer } from '@signalpost/testing/services'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createChannelServices } from './channel-services.ts'
import { discord } from './discord/discord.ts'
import { channels } from './index.ts'
import { opsgenie } from './opsgenie/opsgenie.ts'

const [discordServer, opsgenieServer] = await Promise.all([startDiscordServer(), startOpsgenieServer()])
const services = createChannelServices({
  allowedNetworks: { has: (address) => address === '127.0.0.1' },
  apiUrls: allApiUrls(opsgenieServer.url),
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), discordServer.close(), opsgenieServer.close()]))

const given = { settings: {}, orgId: 'org_one', signal: new AbortController().signal }
const ways = [
  {
    title: 'Discord',
    server: discordServer,
    ask: () => discord.check?.ask(services, { ...given, secrets: { webhookUrl: discordServer.webhookUrl } }),
    good: 'Discord knows this webhook as “Leads”.',
    refused: [
      { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
      { status: 401, body: '{"message":"Invalid Webhook Token","code":50027}' },
    ],
  },
  {
    title: 'Opsgenie',
    server: opsgenieServer,
    ask: () => opsgenie.check?.ask(services, { ...given, secrets: { apiKey: opsgenieServer.apiKey } }),
    good: 'Opsgenie knows this key. Whether it may create alerts only a test shows.',
    refused: [{ status: 401 }, { status: 422 }, { status: 403, body: '{"code":40302}' }],
  },
]

beforeEach(() => {
  for (const { server } of ways) {
    server.troubles.clear()
    server.requests.length = 0
  }
})

test.each(ways)('$title says that it knows a secret, and nothing is sent', async ({ server, ask, good }) => {
  expect(await ask()).toEqual({ isGood: true, text: good })
  expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
})

test.each(ways)('$title says that it does not know a secret', async ({ title, server, ask, refused }) => {
  for (const reply of refused) {
    server.troubles.plan(reply, { times: 1 })
    const text = expect.stringMatching(`^${title} does not know .* again`)
    expect(await ask()).toEqual({ isGood: false, text })
  }
})

test.each(ways)('$title that fails says nothing about a secret', async ({ title, server, ask }) => {
  const failures = [
    [{ status: 503 }, `${title} answered with the status 503.`],
    [{ status: 429, headers: { 'retry-after': '120' } }, `${title} asks to wait 120 s.`],
    ['dropped', `${title} was not reached from this server.`],
  ] as const
  for (const [trouble, start] of failures) {
    server.troubles.plan(trouble, { times: 1 })
    expect(await ask()).toEqual({ isGood: false, text: expect.stringContaining(start) })
  }
})

test('a key that may not read is known', async () => {
  opsgenieServer.troubles.plan({ status: 403, body: '{"message":"no rights","code":40301}' })
  expect(await ways[1]?.ask()).toMatchObject({ isGood: true })
})

test('each check depends on a secret of its kind', () => {
  for (const { kind, check, secrets, settings } of channels.filter((one) => 'check' in one)) {
    expect([kind, Object.keys(secrets.shape)]).toEqual([kind, expect.arrayContaining([check?.needs])])
    const offered = check?.offers === undefined ? [] : [check.offers]
    expect([kind, Object.keys(settings.shape)]).toEqual([kind, expect.arrayContaining(offered)])
  }
})
