import { getChannel, openChannelSecrets } from '@signalpost/database/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChannelAct } from './channel/create-channel.ts'
import { mapChannelUsersAct } from './channel/map-users.ts'
import { rotateChannelAct } from './channel/rotate-channel.ts'
import { performAct } from './perform-act.ts'
import type { CaseServices } from './test-support/act-case.ts'
import { addWorkspace } from './test-support/act-cases.ts'
import { admin } from './test-support/callers.ts'
import { openServices } from './test-support/open-services.ts'
import { createWarehouseAct } from './warehouse/create-warehouse.ts'

const orgId = 'org_kinds'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => close())

type Given = {
  settings?: Record<string, string>
  secrets?: Record<string, string>
  users?: { externalUserId: string; userId: string }[]
}

const createChannel = (kind: string, { settings = {}, secrets = {}, ...given }: Given) => {
  const input = { orgId, kind, name: 'Channel', settings, secrets, ...given }
  return performAct(services, { caller: admin, act: createChannelAct, input })
}

const webhookUrl = 'https://hooks.slack.example/T1/B1/x'
const bot = { botToken: 'xoxb-12345678', signingSecret: 'signing-secret' }
const users = [{ externalUserId: 'U1', userId: 'usr_ann' }]

test.each<[string, Given, string, string]>([
  ['email', {}, 'settings.to', 'is needed'],
  ['webhook', {}, 'settings.url', 'is needed'],
  ['slack', { secrets: bot }, 'settings.channel', 'is needed with botToken'],
  ['slack', { settings: { channel: 'C1' }, secrets: { webhookUrl } }, 'settings.channel', 'goes only with'],
  ['slack', { secrets: { ...bot, webhookUrl } }, 'secrets.webhookUrl', 'does not go with botToken'],
  ['slack', { secrets: { webhookUrl }, users }, 'users', 'goes only with botToken'],
  ['webhook', { settings: { url: 'https://crm.example/' }, users }, 'users', 'of the kind webhook has none'],
])(
  'channel.create refuses a channel of the kind %s with %j, and names %s',
  async (kind, given, path, part) => {
    const refused = createChannel(kind, given)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      issues: expect.arrayContaining([{ path, message: expect.stringContaining(part) }]),
    })
  },
)

test.each<[string, Given, string]>([
  ['webhook', { settings: { url: 'https://crm.example/' } }, 'a channel of the kind webhook has none'],
  ['slack', { secrets: { webhookUrl } }, 'goes only with botToken'],
])(
  'channel.map_users refuses a channel of the kind %s with %j, which has no buttons',
  async (kind, given, message) => {
    const { channelId } = await createChannel(kind, given)
    const input = { channelId, users }
    const mapped = performAct(services, { caller: admin, act: mapChannelUsersAct, input })
    await expect(mapped).rejects.toMatchObject({
      code: 'invalid_request',
      message: `Messages of this ${kind} channel have no buttons, so its users cannot be mapped.`,
      issues: [{ path: 'users', message }],
    })
  },
)

test.each<[Given, string, string]>([
  [{ settings: { path: '/lake', region: 'eu' } }, 'settings.region', 'goes only with bucket'],
  [
    { settings: { path: '/lake' }, secrets: { secretKey: 'x' } },
    'secrets.secretKey',
    'goes only with bucket',
  ],
  [{ settings: { bucket: 'lake' } }, 'secrets.secretKey', 'is needed with bucket'],
])('warehouse.create refuses Parquet files with %j, and names %s', async (given, path, message) => {
  const place = { settings: {}, secrets: {}, ...given }
  const input = { orgId, kind: 'parquet', name: 'Lake', ...place }
  await expect(performAct(services, { caller: admin, act: createWarehouseAct, input })).rejects.toMatchObject(
    {
      code: 'invalid_request',
      issues: expect.arrayContaining([{ path, message }]),
    },
  )
})

test('channel.create generates the signing secret of a webhook and returns it, sealed at rest', async () => {
  const settings = { url: 'https://crm.example/' }
  const { channelId, secret } = await createChannel('webhook', { settings })
  expect(secret).toMatch(/^whsec_/)
  const [newest] = await openChannelSecrets(services.database, services.secretBox, { channelId, orgId })
  expect(newest?.secrets).toEqual({ secret })
  expect(await getChannel(services.database, { channelId })).not.toHaveProperty('secret')
})

test('channel.create returns no secret of a kind that generates none', async () => {
  const created = await createChannel('slack', { settings: { channel: 'C1' }, secrets: bot, users })
  expect(created).not.toHaveProperty('secret')
})

test('channel.rotate changes one secret of a bot without asking for the others again', async () => {
  const { channelId } = await createChannel('slack', { settings: { channel: 'C1' }, secrets: bot })
  const input = { channelId, overlapSeconds: 0, secrets: { signingSecret: 'signing-other' } }
  await performAct(services, { caller: admin, act: rotateChannelAct, input })
  const [newest] = await openChannelSecrets(services.database, services.secretBox, { channelId, orgId })
  expect(newest?.secrets).toEqual({ ...bot, signingSecret: 'signing-other' })
})
