import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecretBox } from '@signalpost/database'
import { loadChannels } from '@signalpost/database/rules'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { type CallCli, callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Record = { [name: string]: unknown }
type Items = { items: Record[] }

let store: CliStore
let call: CallCli

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url, { SIGNALPOST_INTAKE_URL: 'https://hooks.example.com' })
  call = store.call
  for (const orgId of ['org_acme', 'org_other']) {
    await json(['workspace', 'create', '--id', orgId, '--name', orgId])
  }
})

afterAll(() => store.close())

const json = <Document = Record>(args: string[]) => callForJson<Document>(call, args)
const ours = ['--workspace', 'org_acme']
const theirs = ['--workspace', 'org_other']

/** Returns the exit code and the error of a refused call. */
const refusal = async (args: string[]) => {
  const { exitCode, stdout, stderr } = await call([...args, '--json'])
  return exitCode === 2 ? { exitCode, stdout, line: stderr } : { exitCode, ...(JSON.parse(stdout) as Record) }
}

const stored = async (channelId: unknown) => {
  const channels = await loadChannels(store.database, createSecretBox(store.masterKey))
  return channels.find((channel) => channel.channelId === channelId)
}

const makeWebhook = (more: string[] = ours) =>
  json(['channel', 'create', 'webhook', '--name', 'Hook', '--url', 'https://example.com/', ...more])

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
    const file = join(String(store.environment.SIGNALPOST_DATA_DIR), 'bot-token')
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
    const hook = await makeWebhook([...ours, '--event', 'signal.created', 'deal.updated'])
    expect(hook).toMatchObject({
      kind: 'webhook',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      settings: { events: ['signal.created', 'deal.updated'] },
    })
    const listed = (await json<Items>(['channel', 'list', ...ours])).items
    expect(listed).toContainEqual(
      expect.objectContaining({ channelId: hook.channelId, state: 'active', reason: null }),
    )
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect((await json<Items>(['channel', 'list', ...theirs])).items).toEqual([])
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
    const { channelId, secret } = await makeWebhook()
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
  const { channelId } = await makeWebhook()
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

test('delivery list --source lists the deliveries from a channel', async () => {
  const { channelId } = await makeWebhook()
  const list = ['delivery', 'list', '--source', String(channelId)]
  expect(await json<Items>(list)).toEqual({ items: [] })
  expect(await refusal([...list, ...theirs])).toMatchObject({ exitCode: 1, code: 'not_found' })
})

describe('rule', () => {
  const create = (...options: string[]) => json(['rule', 'create', ...ours, '--name', 'Rule', ...options])

  test('is created with every setting, and listed in the order of evaluation', async () => {
    const { channelId } = await makeWebhook()
    const made = await create(
      ...[
        '--channel',
        String(channelId),
        '--min-urgency',
        'high',
        '--min-intent',
        'strong',
        '--min-score',
        '60',
      ],
      ...[
        '--score-version',
        '3',
        '--platform',
        'reddit',
        'x',
        '--listener',
        'lsn_1',
        '--classification',
        'high_intent',
      ],
      ...[
        '--category',
        'funding',
        '--account',
        'd:example.com',
        '--keyword',
        'crm',
        'erp',
        '--assigned',
        'no',
      ],
      ...[
        '--mode',
        'digest',
        '--cron',
        '0 8 * * 1-5',
        '--time-zone',
        'Europe/Berlin',
        '--group-by',
        'account',
      ],
      ...[
        '--throttle',
        '5/1h',
        '--quiet',
        '22:00-07:00',
        '--quiet-bypass',
        'immediate',
        '--continue',
        '--backfill',
      ],
      ...['--position', '1'],
    )
    expect(made).toMatchObject({ name: 'Rule', enabled: true, position: 1 })
    expect(made.definition).toEqual({
      conditions: {
        minUrgency: 'high',
        minPurchaseIntent: 'strong',
        minScore: 60,
        scoreVersion: 3,
        platforms: ['reddit', 'x'],
        listeners: ['lsn_1'],
        classifications: ['high_intent'],
        signalCategories: ['funding'],
        accountKeys: ['d:example.com'],
        keywords: ['crm', 'erp'],
        assigned: false,
      },
      channels: [channelId],
      mode: 'digest',
      cron: '0 8 * * 1-5',
      timeZone: 'Europe/Berlin',
      groupBy: 'account',
      throttle: { count: 5, windowMs: 3_600_000 },
      quiet: { from: '22:00', to: '07:00', bypassImmediate: true },
      continue: true,
      backfill: true,
    })
    const { items } = await json<Items>(['rule', 'list', ...ours])
    expect(items.map(({ position }) => position)).toEqual(items.map((_item, index) => index + 1))
    expect(items[0]).toEqual(made)
    const text = await call(['rule', 'list', ...ours])
    expect(text.stdout).toContain('minUrgency high')
  })

  test('keeps the settings that an edit does not name, and loses those that it clears', async () => {
    const options = [
      '--channel',
      'all',
      '--min-score',
      '50',
      '--keyword',
      'crm',
      '--quiet',
      '22:00-07:00',
      '--continue',
    ]
    const id = String((await create(...options)).ruleId)
    const edited = await json([
      'rule',
      'edit',
      id,
      '--name',
      'New',
      '--min-score',
      '60',
      '--quiet-bypass',
      'immediate',
    ])
    expect(edited).toMatchObject({
      name: 'New',
      definition: {
        conditions: { minScore: 60, keywords: ['crm'] },
        quiet: { from: '22:00', to: '07:00', bypassImmediate: true },
        continue: true,
      },
    })
    const cleared = await json([
      'rule',
      'edit',
      id,
      '--clear',
      'keyword',
      'quiet',
      'continue',
      '--position',
      '1',
    ])
    expect(cleared).toMatchObject({
      position: 1,
      definition: { conditions: { minScore: 60 }, channels: 'all', quiet: null, continue: false },
    })
    expect((cleared.definition as { conditions: object }).conditions).toEqual({ minScore: 60 })
  })

  test('is disabled and enabled, and deleted after a confirmation', async () => {
    const id = String((await create('--channel', 'all')).ruleId)
    expect(await json(['rule', 'disable', id])).toMatchObject({ enabled: false })
    expect(await json(['rule', 'enable', id])).toMatchObject({ enabled: true })
    expect(await refusal(['rule', 'delete', id])).toMatchObject({ exitCode: 1, code: 'invalid_request' })
    for (const verb of ['disable', 'enable', 'delete', 'edit']) {
      expect(await refusal(['rule', verb, id, '--yes', ...theirs])).toMatchObject({ code: 'not_found' })
    }
    expect(await json(['rule', 'delete', id, '--yes'])).toMatchObject({ ruleId: id, deleted: true })
    expect(await refusal(['rule', 'edit', id])).toMatchObject({ exitCode: 1, code: 'not_found' })
  })

  test.each<[string[], string]>([
    [[], '--channel'],
    [['--channel', 'all', 'chn_1'], '--channel: '],
    [['--min-urgency', 'extreme'], '--min-urgency: '],
    [['--min-score', '101'], '--min-score: '],
    [['--platform', 'myspace'], '--platform: '],
    [['--account', 'x:example.com\u0000'], '--account: '],
    [['--cron', '0 9 * *'], '--cron: '],
    [['--time-zone', 'Mars/Olympus'], '--time-zone: '],
    [['--throttle', '5'], '--throttle: '],
    [['--throttle', '0/1h'], '--throttle: expected 1 to 10000'],
    [['--throttle', '1/31d'], 'in a window of 1 second to 30 days'],
    [['--quiet', '7-9'], '--quiet: '],
    [['--quiet', '22:00-25:00'], '--quiet: '],
    [['--quiet-bypass', 'immediate'], '--quiet-bypass: '],
    [['--assigned', 'maybe'], '--assigned: '],
  ])('rule create %j is refused in one line that names the option', async (options, part) => {
    const channel = options.includes('--channel') || options.length === 0 ? [] : ['--channel', 'all']
    const refused = await refusal(['rule', 'create', ...ours, '--name', 'x', ...channel, ...options])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', line: expect.stringContaining(part) })
  })

  test('accepts only channels of its own workspace', async () => {
    const { channelId } = await makeWebhook(theirs)
    const refused = await refusal(['rule', 'create', ...ours, '--name', 'x', '--channel', String(channelId)])
    expect(refused).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})

describe('silence', () => {
  test('is created, listed and ended', async () => {
    const options = ['--account', 'd:example.com', '--listener', 'lsn_1', '--reason', 'holidays']
    const made = await json(['silence', 'create', ...ours, '--until', '2h', ...options])
    expect(made).toMatchObject({
      silenceId: expect.stringMatching(/^sil_/),
      conditions: { accountKey: 'd:example.com', listenerId: 'lsn_1' },
      reason: 'holidays',
      endedAt: null,
    })
    expect((Date.parse(String(made.until)) - Date.now()) / 3_600_000).toBeCloseTo(2, 1)
    expect((await json<Items>(['silence', 'list', ...ours])).items).toEqual([made])
    expect(await refusal(['silence', 'end', String(made.silenceId), ...theirs])).toMatchObject({
      code: 'not_found',
    })
    expect(await json(['silence', 'end', String(made.silenceId)])).toMatchObject({
      endedAt: expect.any(String),
    })
  })

  test('needs an end, and a rule of its own workspace', async () => {
    expect(await refusal(['silence', 'create', ...ours])).toMatchObject({ exitCode: 2 })
    const past = ['silence', 'create', ...ours, '--until', '2020-01-01']
    expect(await refusal(past)).toMatchObject({ exitCode: 2, line: expect.stringContaining('--until: ') })
    const [rule] = (await json<Items>(['rule', 'list', ...theirs])).items
    const foreign = ['silence', 'create', ...ours, '--until', '1h', '--rule', String(rule?.ruleId)]
    expect(await refusal(foreign)).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})
