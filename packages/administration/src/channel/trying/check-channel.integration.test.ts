import { createChannel } from '@signalpost/database/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseServices } from '../../test-support/act-case.ts'
import { addWorkspace } from '../../test-support/act-cases.ts'
import { admin, viewer } from '../../test-support/callers.ts'
import { openServices } from '../../test-support/open-services.ts'
import { checkChannelRead } from './check-channel.ts'

const orgId = 'org_check'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => close())

const check = (input: object, caller = admin) =>
  checkChannelRead.perform(services, { caller, input: { orgId, ...input } })

test('asks by the secret alone, and stores nothing', async () => {
  const before = await storedTexts()
  const given = { kind: 'slack', secrets: { botToken: 'xoxb-test' } }
  services.slack.troubles.clear()
  expect(await check(given)).toMatchObject({ isGood: true, text: 'Connected to Acme as signalpost.' })
  expect(await check({ ...given, settings: { channel: 'C9' } })).toMatchObject({ isGood: false })
  expect(await storedTexts()).toBe(before)
  expect(before).not.toContain('xoxb-test')
})

test('asks by the secrets of a stored channel, and lists what may be chosen for it', async () => {
  const secrets = { botToken: 'xoxb-test', signingSecret: 'signing-secret' }
  const { channelId } = await createChannel(services.database, services.secretBox, {
    ...{ orgId, kind: 'slack', name: 'Sales', settings: { channel: 'C9' }, secrets },
  })
  services.slack.troubles.clear()
  const listed = await check({ channelId })
  expect(listed).toMatchObject({ isGood: true, choices: { items: expect.any(Array) } })
  expect(await check({ channelId, settings: { channel: 'C9' } })).toMatchObject({ isGood: false })
  await expect(check({ channelId, secrets: { botToken: 'with a space' } })).rejects.toThrow('not valid')
  await expect(check({ channelId: 'ch_elsewhere' })).rejects.toMatchObject({ code: 'not_found' })
  await addWorkspace(services, 'org_other')
  await expect(check({ channelId, orgId: 'org_other' })).rejects.toMatchObject({ code: 'not_found' })
})

test('sends stored secrets to no other address', async () => {
  const { channelId } = await createChannel(services.database, services.secretBox, {
    ...{ orgId, kind: 'webhook', name: 'Hook', settings: { url: 'https://example.com/hook' } },
    secrets: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  })
  await expect(
    check({ channelId, settings: { url: 'https://elsewhere.example/hook' } }),
  ).rejects.toMatchObject({
    issues: [{ path: 'settings.url', message: expect.stringMatching(/only without/) }],
  })
})

test.each([
  ['teams', { webhookUrl: 'https://example.com/hook' }, 'kind', /cannot be asked/],
  ['carrier_pigeon', {}, 'kind', /unknown/],
  [undefined, {}, 'kind', /is needed/],
  ['slack', {}, 'secrets.botToken', /is needed/],
  ['slack', { botToken: 'with a space' }, 'secrets.botToken', /expected a bot's token/],
  ['slack', { botToken: 'xoxb-test', password: 'x' }, 'secrets.password', /./],
  ['discord', { webhookUrl: 'https://10.0.0.1/hook' }, 'secrets.webhookUrl', /private address/],
  ['discord', { webhookUrl: 'https://discord.com/api?wait=true' }, 'secrets.webhookUrl', /wait/],
])('refuses %s with %o', async (kind, secrets, path, message) => {
  await expect(check({ kind, secrets })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path, message: expect.stringMatching(message) }],
  })
})

test('asks nothing for those who may not create a channel', async () => {
  const given = { kind: 'slack', secrets: { botToken: 'xoxb-test' } }
  await expect(check(given, { ...viewer, role: 'member' })).rejects.toMatchObject({ code: 'forbidden' })
})

/** All that is kept of channels and acts. */
async function storedTexts(): Promise<string> {
  const { rows } = await services.pool.query<{ kept: string }>(
    `select (select json_agg(c)::text from channels c) || coalesce((select json_agg(a)::text from audit_log a), '') as kept`,
  )
  return rows[0]?.kept ?? ''
}
