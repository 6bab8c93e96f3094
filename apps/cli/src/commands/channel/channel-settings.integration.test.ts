import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecretBox } from '@signalpost/database'
import { loadChannels } from '@signalpost/database/rules'
import { describe, expect, test } from 'vitest'
import { type Items, ours, stageAlertSettings, theirs } from '../../test-support/stage-alert-settings.ts'

const stage = stageAlertSettings()
const { json, refusal, createWebhook } = stage

const stored = async (channelId: unknown) => {
  const channels = await loadChannels(stage.store.database, createSecretBox(stage.store.masterKey))
  return channels.find((channel) => channel.channelId === channelId)
}

describe('channel create', () => {
  test('slack with an incoming webhook seals its URL', async () => {
    const url = 'https://hooks.slack.com/services/T1/B1/secret'
    const made = await json(['channel', 'create', 'slack', ...ours, '--name', 'Sales', '--webhook-url', url])
    expect(made).toMatchObject({ kind: 'slack', name: 'Sales', state: 'active' })
    expect(made.channelId).toMatch(/^chn_[0-9a-z]+$/)
    expect(JSON.stringify(made)).not.toContain('secret')
    expect(made).not.toHaveProperty('interactionsUrl')
    expect(await stored(made.channelId)).toMatchObject({
      orgId: 'org_acme',
      secrets: [{ values: { webhookUrl: url } }],
    })
  })

  test('slack with a bot reads secrets from files and maps users', async () => {
    const file = join(String(stage.store.environment.SIGNALPOST_DATA_DIR), 'bot-token')
    writeFileSync(file, 'xoxb-a-bot-token\n')
    const bot = [
      '--bot-token-file',
      file,
      '--channel',
      'C0123456789',
      '--signing-secret',
      'a signing secret'.replaceAll(' ', '-'),
    ]
    const made = await json([
      ...['channel', 'create', 'slack', ...ours, '--name', 'Bot', ...bot],
      ...['--map-user', 'U1=usr_ann', 'U2=usr_bob'],
    ])
    expect(made.interactionsUrl).toBe(
      `https://hooks.example.com/slack/interactions/${String(made.channelId)}`,
    )
    expect(await stored(made.channelId)).toMatchObject({
      settings: { channel: 'C0123456789' },
      secrets: [{ values: { botToken: 'xoxb-a-bot-token', signingSecret: 'a-signing-secret' } }],
      users: { U1: 'usr_ann', U2: 'usr_bob' },
    })
    const users = [
      { externalUserId: 'U1', userId: 'usr_ann' },
      { externalUserId: 'U2', userId: 'usr_bea' },
    ]
    expect(await json(['channel', 'map-user', String(made.channelId), 'U2=usr_bea'])).toMatchObject({ users })
  })

  test('takes a header a line, a header an option, and both, in channel rotate and edit too', async () => {
    const url = 'https://tickets.example.com/notes'
    const three = ['--header', 'X-One: 1', '--header', 'X-Two: 2\nX-Three: 3']
    const made = await json([
      'channel',
      'create',
      'http',
      ...ours,
      '--name',
      'Tickets',
      '--url',
      url,
      ...three,
    ])
    const id = String(made.channelId)
    const headersOf = async () => (await stored(id))?.secrets[0]?.values
    expect(await headersOf()).toEqual({ header: 'X-One: 1\nX-Two: 2\nX-Three: 3' })
    await json(['channel', 'rotate', id, '--overlap', '0', '--header', 'X-A: 1', '--header', 'X-B: 2'])
    expect(await headersOf()).toEqual({ header: 'X-A: 1\nX-B: 2' })
    const elsewhere = ['--url', 'https://other.example.com/notes']
    await json(['channel', 'edit', id, ...elsewhere, '--header', 'X-C: 1', '--header', 'X-D: 2'])
    expect(await headersOf()).toEqual({ header: 'X-C: 1\nX-D: 2' })
  })

  test('refuses an address that can never be reached, and names its option', async () => {
    const create = (kind: string, ...options: string[]) =>
      refusal(['channel', 'create', kind, ...ours, '--name', 'Hook', ...options])
    expect(await create('webhook', '--url', 'https://10.0.0.1/hook')).toMatchObject({
      exitCode: 2,
      line: expect.stringMatching(/--url: leads to a private address.*SIGNALPOST_ALLOW_PRIVATE_ADDRESSES/),
    })
    expect(await create('http', '--url', 'http://tickets.example.com/')).toMatchObject({
      exitCode: 2,
      line: expect.stringContaining('--url: expected https'),
    })
    expect(await create('teams', '--webhook-url', 'https://localhost/secret')).toMatchObject({
      exitCode: 2,
      line: expect.stringMatching(/^(?!.*secret).*--webhook-url: leads to a private address/s),
    })
    const { channelId } = await createWebhook()
    expect(await refusal(['channel', 'edit', String(channelId), '--url', 'https://[::1]/'])).toMatchObject({
      exitCode: 2,
      line: expect.stringContaining('--url: leads to a private address'),
    })
  })

  test('email and webhook print the channel, a webhook with its secret once', async () => {
    const mail = await json([
      ...[
        'channel',
        'create',
        'email',
        ...ours,
        '--name',
        'Mail',
        '--to',
        'ann@example.com',
        'bob@example.com',
      ],
    ])
    expect(mail).toMatchObject({ kind: 'email', settings: { to: ['ann@example.com', 'bob@example.com'] } })
    const hook = await createWebhook([...ours, '--event', 'signal.created', 'deal.updated'])
    expect(hook).toMatchObject({
      kind: 'webhook',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      settings: { events: ['signal.created', 'deal.updated'] },
    })
    const listed = (await json<Items>(['channel', 'list', ...ours])).items
    expect(listed).toContainEqual(
      expect.objectContaining({
        ...{ channelId: hook.channelId, state: 'active', reason: null },
        ...{ since: expect.any(String), waiting: 0, nextTryAt: null },
      }),
    )
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect((await json<Items>(['channel', 'list', ...theirs])).items).toMatchObject([{ kind: 'inbox' }])
  })

  test.each<[string, string[], string]>([
    ['slack', [], '--webhook-url, or --bot-token and --signing-secret'],
    ['slack', ['--webhook-url', 'https://x.example/', '--bot-token', 'xoxb-12345678'], '--webhook-url'],
    ['slack', ['--webhook-url', 'nonsense'], '--webhook-url: '],
    [
      'slack',
      ['--webhook-url', 'https://x.example/', '--channel', 'C1'],
      '--channel goes only with --bot-token',
    ],
    [
      'slack',
      ['--bot-token', 'xoxb-12345678', '--signing-secret', '1'],
      '--channel is needed with --bot-token',
    ],
    [
      'slack',
      ['--bot-token', 'xoxb-12345678', '--channel', 'C1'],
      '--signing-secret-file is needed with --bot-token',
    ],
    [
      'slack',
      ['--webhook-url', 'https://x.example/', '--map-user', 'U1=usr_a'],
      '--map-user goes only with --bot-token',
    ],
    ['slack', ['--bot-token', 'xoxb-12345678', '--bot-token-file', 'x'], '--bot-token: '],
    ['slack', ['--webhook-url-file', '/does/not/exist'], '/does/not/exist'],
    ['slack', ['--webhook-url', 'https://x.example/', '--map-user', 'nonsense'], '--map-user: '],
    ['email', [], '--to is needed'],
    ['email', ['--to', 'nonsense'], '--to: '],
    ['email', ['--to', 'a@example.com\r\nBcc: b@example.com'], '--to: '],
    ['webhook', [], '--url is needed'],
    ['webhook', ['--url', 'ftp://example.com/'], '--url: '],
    ['webhook', ['--url', 'https://example.com/', '--event', 'signal.exploded'], '--event: '],
    ['webhook', ['--url', 'https://example.com/', '--event', 'ping'], '--event: expected * or one of '],
    ['pager', [], 'command'],
  ])('channel create %s %j is refused in one line that names the option', async (kind, options, part) => {
    const refused = await refusal(['channel', 'create', kind, '--name', 'x', ...options])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', line: expect.stringContaining(part) })
    expect(String(refused.line).trim().split('\n')).toHaveLength(1)
  })
})

describe('channel rotate', () => {
  const texts = async (channelId: unknown) => (await stored(channelId))?.secrets.map(({ values }) => values)

  test('gives a webhook a new secret and keeps the previous one valid for 24 h', async () => {
    const { channelId, secret } = await createWebhook()
    const rotated = await json(['channel', 'rotate', String(channelId)])
    expect(rotated.secret).not.toBe(secret)
    expect(await texts(channelId)).toEqual([{ secret: rotated.secret }, { secret }])
    const hours = (Date.parse(String(rotated.previousValidUntil)) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    const last = await json(['channel', 'rotate', String(channelId), '--overlap', '0'])
    expect(await texts(channelId)).toEqual([{ secret: last.secret }])
  })

  test('changes the given secrets of a bot and keeps the rest', async () => {
    const bot = ['--bot-token', 'xoxb-12345678', '--channel', 'C1', '--signing-secret', 'signing-1']
    const { channelId } = await json(['channel', 'create', 'slack', ...ours, '--name', 'Bot', ...bot])
    const id = String(channelId)
    const rotated = await json(['channel', 'rotate', id, '--signing-secret', 'signing-2', '--overlap', '1h'])
    expect(rotated).not.toHaveProperty('secret')
    expect(await texts(channelId)).toEqual([
      { botToken: 'xoxb-12345678', signingSecret: 'signing-2' },
      { botToken: 'xoxb-12345678', signingSecret: 'signing-1' },
    ])
    expect(await refusal(['channel', 'rotate', id])).toMatchObject({ exitCode: 2 })
    expect(await refusal(['channel', 'rotate', id, '--secret', 'x'])).toMatchObject({
      exitCode: 2,
      line: expect.stringContaining('--secret: '),
    })
    expect(await refusal(['channel', 'rotate', id, ...theirs])).toMatchObject({ code: 'not_found' })
  })
})

test('a channel is disabled and enabled only in its own workspace', async () => {
  const { channelId } = await createWebhook()
  const id = String(channelId)
  for (const verb of ['disable', 'enable', 'test', 'map-user']) {
    const more = verb === 'map-user' ? ['U1=usr_ann'] : []
    expect(await refusal(['channel', verb, id, ...more, ...theirs])).toMatchObject({
      exitCode: 1,
      code: 'not_found',
    })
  }
  expect(await json(['channel', 'disable', id])).toMatchObject({
    state: 'disabled',
    reason: expect.any(String),
  })
  expect(await json(['channel', 'enable', id])).toMatchObject({ state: 'active', reason: null })
})

test('a channel or a rule that is disabled says how much waits', async () => {
  const id = String((await createWebhook()).channelId)
  const made = await json(['rule', 'create', ...ours, '--name', 'Waiting', '--channel', id])
  const ruleId = String(made.ruleId)
  const { pool } = stage.store
  await pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
     select 'org_acme', $1, $2, 'sig_' || n, now(), 'pending', true from generate_series(1, 2) n`,
    [ruleId, id],
  )
  await pool.query(
    `insert into messages (message_id, org_id, channel_id, kind, recipient, status, created_at, due_at)
     values ('msg_of_disabled', 'org_acme', $1, 'test', '', 'pending', now(), now() + interval '1 hour')`,
    [id],
  )
  const rule = await stage.call(['rule', 'disable', ruleId])
  expect(rule.stdout).toContain('2 alerts wait. What is due before the rule is enabled is not sent.')
  expect(await json(['rule', 'enable', ruleId])).toMatchObject({ enabled: true, waiting: 2 })
  const dueAt = { since: expect.any(String), waiting: 1, nextTryAt: expect.any(String) }
  expect(await json(['channel', 'pause', id, '--until', '2h'])).toMatchObject(dueAt)
  expect(await json(['channel', 'resume', id])).toMatchObject(dueAt)
  expect(await json(['channel', 'edit', id, '--name', 'Renamed'])).toMatchObject(dueAt)
  const channel = await stage.call(['channel', 'disable', id])
  expect(channel.stdout).toContain('1 message that waited is not sent any more.')
  expect(await json(['channel', 'disable', id])).toMatchObject({
    ...{ state: 'disabled', since: expect.any(String), waiting: 0, nextTryAt: null, givenUp: 0 },
  })
  expect((await stage.call(['rule', 'disable', ruleId])).stdout).not.toContain('wait')
})

test('delivery list --source lists the deliveries from a channel', async () => {
  const { channelId } = await createWebhook()
  const list = ['delivery', 'list', '--source', String(channelId)]
  expect(await json<Items>(list)).toEqual({ items: [] })
  expect(await refusal([...list, ...theirs])).toMatchObject({ exitCode: 1, code: 'not_found' })
})
