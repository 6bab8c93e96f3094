import { allApiUrls, type SlackDirectory, startSlackServer } from '@signalpost/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Finding } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { slack } from './slack.ts'

const all = ['chat:write', 'chat:write.public', 'channels:read', 'groups:read']
const directory: SlackDirectory = {
  ...{ team: 'Acme', user: 'signalpost', scopes: all },
  channels: [
    { id: 'C2SALES', name: 'sales', isMember: false },
    { id: 'C1LEADS', name: 'leads', isPrivate: true },
    { id: 'C3HIDDEN', name: 'board', isPrivate: true, isMember: false },
    { id: 'C4OLD', name: 'old', isArchived: true },
  ],
}
const server = await startSlackServer({ directory })
const options = {
  allowedNetworks: { has: (address: string) => address === '127.0.0.1' },
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
}
const services = createChannelServices({ ...options, apiUrls: allApiUrls(server.apiUrl) })
const away = createChannelServices({ ...options, apiUrls: allApiUrls('http://127.0.0.1:1/api') })
afterAll(() => Promise.all([services.close(), away.close(), server.close()]))

beforeEach(() => {
  server.requests.length = 0
  server.troubles.clear()
})

type Given = { channel?: string; botToken?: string; through?: typeof services }

async function check({ channel, botToken = 'xoxb-test', through = services }: Given = {}): Promise<Finding> {
  const settings = channel === undefined ? {} : { channel }
  const given = { settings, secrets: { botToken }, orgId: 'org_one', signal: new AbortController().signal }
  const finding = await slack.check?.ask(through, given)
  if (finding === undefined) throw new Error('slack has no check')
  return finding
}

async function checkWith(change: Partial<SlackDirectory>, given: Given = {}): Promise<Finding> {
  const other = await startSlackServer({ directory: { ...directory, ...change } })
  const through = createChannelServices({ ...options, apiUrls: allApiUrls(other.apiUrl) })
  try {
    return await check({ ...given, through })
  } finally {
    await Promise.all([through.close(), other.close()])
  }
}

test('names the workspace and the bot, and lists the channels that it may see', async () => {
  expect(await check()).toEqual({
    isGood: true,
    text: 'Connected to Acme as signalpost.',
    choices: {
      items: [
        { value: 'C1LEADS', title: '#leads (private)' },
        { value: 'C2SALES', title: '#sales' },
      ],
      isWhole: true,
    },
  })
  expect(server.messages).toEqual([])
})

test('reads page after page, and stops after ten', async () => {
  const channels = (count: number) =>
    Array.from({ length: count }, (_one, index) => ({ id: `C${index}`, name: `channel-${index}` }))
  const few = await checkWith({ channels: channels(450) })
  expect([few.choices?.items.length, few.choices?.isWhole]).toEqual([450, true])
  const many = await checkWith({ channels: channels(2_100) })
  expect([many.choices?.items.length, many.choices?.isWhole]).toEqual([2_000, false])
})

test('lists public channels alone without the scope for private ones', async () => {
  const finding = await checkWith({ scopes: all.filter((scope) => scope !== 'groups:read') })
  expect(finding.choices?.items).toEqual([{ value: 'C2SALES', title: '#sales' }])
})

test('says which scope a list needs, and connects without it', async () => {
  const { isGood, text, choices } = await checkWith({ scopes: ['chat:write'] })
  expect([isGood, choices]).toEqual([true, undefined])
  expect(text).toMatch(
    /^Connected to Acme as signalpost\. To choose the channel from a list: .*channels:read.*install the app again\.$/,
  )
})

test('says that the app may not post', async () => {
  const { isGood, text } = await checkWith({ scopes: ['channels:read'] })
  expect([isGood, text]).toEqual([false, expect.stringContaining('add the scope chat:write ')])
})

test.each([
  ['C1LEADS', true, /^Connected to Acme as signalpost\.$/],
  ['C2SALES', true, /^Connected/],
  ['C3HIDDEN', false, /does not show this channel.*\/invite/],
  ['C9MISSING', false, /does not show this channel/],
  ['C4OLD', false, /archived/],
  // Only a message shows whether a name is right.
  ['#leads', true, /^Connected/],
])('says of the channel %s whether the bot can post there', async (channel, isGood, text) => {
  expect(await check({ channel })).toMatchObject({ isGood, text: expect.stringMatching(text) })
})

test('says that a bot without chat:write.public has to be invited', async () => {
  const scopes = all.filter((scope) => scope !== 'chat:write.public')
  const finding = await checkWith({ scopes }, { channel: 'C2SALES' })
  expect(finding).toMatchObject({ isGood: false, text: expect.stringContaining('is not in this channel') })
})

test.each([
  ['invalid_auth', /does not know this token.*again/],
  ['account_inactive', /no longer there/],
  ['token_revoked', /was revoked/],
  ['ratelimited', /asks to wait/],
  ['brand_new', /^Slack refused with “brand_new”\.$/],
])('says what %s means', async (error, text) => {
  server.troubles.plan({ error }, { only: 'auth.test' })
  expect(await check()).toEqual({ isGood: false, text: expect.stringMatching(text) })
})

test('refuses the token of a person, and a wrong one', async () => {
  server.troubles.plan(
    { status: 200, body: '{"ok":true,"team":"Acme","user":"ann"}' },
    { only: 'auth.test', times: 1 },
  )
  expect(await check()).toEqual({ isGood: false, text: expect.stringContaining('token of a person') })
  expect(await check({ botToken: 'xoxb-wrong' })).toMatchObject({ isGood: false })
})

test('says how long Slack asks to wait, and keeps what it had listed', async () => {
  server.troubles.plan({ retryAfterSeconds: 7 }, { only: 'auth.test', times: 1 })
  expect(await check()).toEqual({ isGood: false, text: 'Slack asks to wait 7 s. Check again then.' })
  server.troubles.plan({ retryAfterSeconds: 7 }, { only: 'conversations.list' })
  expect(await check()).toMatchObject({ isGood: true, text: expect.stringContaining('Connected to Acme') })
})

test.each([['dropped' as const], [{ status: 200, body: '<html>' }], [{ status: 503 }]])(
  'says that Slack was not read: %o',
  async (trouble) => {
    server.troubles.plan(trouble, { only: 'auth.test' })
    expect(await check()).toEqual({
      isGood: false,
      text: expect.stringMatching(/^Slack (?:was not reached|answered)/),
    })
  },
)

test('says that Slack is not reached', async () => {
  const finding = await check({ through: away })
  expect(finding).toEqual({
    isGood: false,
    text: 'Slack was not reached from this server. Could not connect to the host.',
  })
})
