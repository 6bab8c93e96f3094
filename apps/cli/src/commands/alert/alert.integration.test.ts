import { mergeContributions } from '@signalpost/database/records'
import { readEvent } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type CallCli, callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Record = { [name: string]: unknown }
type Items = { items: Record[] }

const ours = ['--workspace', 'org_acme']
const theirs = ['--workspace', 'org_other']
let store: CliStore
let call: CallCli
let ruleId: string
let channelId: string
let disabledId: string
let inboxId: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  call = store.call
  for (const orgId of ['org_acme', 'org_other']) {
    await json(['workspace', 'create', '--id', orgId, '--name', orgId])
  }
  const [rule] = (await json<Items>(['rule', 'list', ...ours])).items
  ruleId = String(rule?.ruleId)
  const [inbox] = (await json<Items>(['channel', 'list', ...ours])).items
  inboxId = String(inbox?.channelId)
  channelId = await addMail('ann@example.com', 'bob@example.com')
  disabledId = await addMail('eve@example.com')
  await json(['channel', 'disable', disabledId])
})

afterAll(() => store.close())

const json = <Document = Record>(args: string[]) => callForJson<Document>(call, args)
const list = async (...args: string[]) => (await json<Items>(['alert', 'list', ...args])).items

async function addMail(...addresses: string[]): Promise<string> {
  const made = await json(['channel', 'create', 'email', ...ours, '--name', 'Mail', '--to', ...addresses])
  return String(made.channelId)
}

async function decide(signalId: string, status: string, reason: string | null, to = channelId) {
  await store.pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, reason, is_instant, sent_at)
     values ('org_acme', $1, $2, $3, now(), $4, $5, true, case when $4 = 'sent' then now() end)`,
    [ruleId, to, signalId, status, reason],
  )
}

async function attempt(signalId: string, outcome: string, httpStatus: number | null) {
  await store.pool.query(
    `with sent as (
       insert into messages (message_id, org_id, channel_id, kind, rule_id, signal_id, recipient, created_at, due_at)
       values ('msg_' || $3, 'org_acme', $2, 'instant', $1, $3, '', now(), now()) returning message_id
     )
     insert into attempts (message_id, number, at, outcome, http_status) select message_id, 1, now(), $4, $5 from sent`,
    [ruleId, channelId, signalId, outcome, httpStatus],
  )
}

describe('alert', () => {
  beforeAll(async () => {
    await decide('sig_sent', 'sent', null)
    await attempt('sig_sent', 'sent', 250)
    await decide('sig_muted', 'suppressed', 'silenced')
    await decide('sig_failed', 'failed', 'http_400')
    await decide('sig_failed', 'suppressed', 'channel_disabled', disabledId)
  })

  test('alert list shows the decisions of its own workspace, newest first', async () => {
    const items = await list(...ours)
    expect(items.map(({ signalId, status }) => `${String(signalId)} ${String(status)}`)).toEqual([
      'sig_failed suppressed',
      'sig_failed failed',
      'sig_muted suppressed',
      'sig_sent sent',
    ])
    expect(items[3]).toEqual({
      alertId: expect.stringMatching(/^\d+$/),
      channelKind: 'email',
      signalId: 'sig_sent',
      title: null,
      ruleId,
      ruleName: expect.any(String),
      ...{ escalationId: null, escalationName: null, round: null, step: null },
      channelId,
      channelName: 'Mail',
      status: 'sent',
      decidedAt: expect.any(String),
      sentAt: expect.any(String),
      nextAt: null,
      attempts: [{ at: expect.stringMatching(/Z$/), outcome: 'sent', httpStatus: 250 }],
    })
    expect(await list(...theirs)).toEqual([])
  })

  test('alert list applies its filters', async () => {
    const signals = async (...args: string[]) =>
      (await list(...ours, ...args)).map(({ signalId }) => signalId)
    expect(await signals('--status', 'failed')).toEqual(['sig_failed'])
    expect(await signals('--signal', 'sig_muted')).toEqual(['sig_muted'])
    expect(await signals('--channel', disabledId)).toEqual(['sig_failed'])
    expect(await signals('--rule', 'rul_none')).toEqual([])
    expect(await signals('--since', '1h')).toHaveLength(4)
    expect(await signals('--since', '2100-01-01')).toEqual([])
    expect(await signals('--limit', '1')).toEqual(['sig_failed'])
    expect(await signals('--reason', 'silenced')).toEqual(['sig_muted'])
    expect(await signals('--until', '2020-01-01')).toEqual([])
  })

  test('alert list continues where a page ended', async () => {
    const first = await json<Items & { nextCursor: string }>(['alert', 'list', ...ours, '--limit', '3'])
    expect(first.items).toHaveLength(3)
    const next = await json<Items>(['alert', 'list', ...ours, '--limit', '3', '--cursor', first.nextCursor])
    expect(next.items).toMatchObject([{ signalId: 'sig_sent' }])
    expect(next).not.toHaveProperty('nextCursor')
    const { exitCode, stdout } = await call(['alert', 'list', ...ours, '--cursor', 'bm9uZQ', '--json'])
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  test('alert show prints every attempt for one signal', async () => {
    const { items } = await json<Items>(['alert', 'show', ...ours, '--signal', 'sig_sent'])
    expect(items).toMatchObject([{ signalId: 'sig_sent', attempts: [{ outcome: 'sent' }] }])
    const narrowed = await json<Items>(['alert', 'show', ...ours, '--status', 'failed'])
    expect(narrowed.items).toMatchObject([{ signalId: 'sig_failed' }])
    const text = await call(['alert', 'show', ...ours, '--signal', 'sig_sent'])
    expect(text.stdout).toContain('ATTEMPT')
    const { exitCode, stdout } = await call(['alert', 'show', ...theirs, '--signal', 'sig_sent', '--json'])
    expect([exitCode, JSON.parse(stdout).code]).toEqual([1, 'not_found'])
  })

  test('alert replay sends missed alerts to each recipient, but none through a disabled channel', async () => {
    // Without a confirmation nothing is sent.
    expect((await call(['alert', 'replay', ...ours])).exitCode).not.toBe(0)
    expect((await store.pool.query('select from messages where is_replay')).rows).toEqual([])
    expect(await json(['alert', 'replay', ...theirs, '--yes'])).toEqual({ matched: 0, replayed: 0 })
    expect(await json(['alert', 'replay', ...theirs, '--signal', 'sig_failed'])).toEqual({
      matched: 0,
      replayed: 0,
    })
    expect(await json(['alert', 'replay', ...ours, '--since', '1h'])).toEqual({ matched: 4, replayed: 2 })
    const { rows } = await store.pool.query(
      `select signal_id as signal, recipient from messages where is_replay order by 1, 2`,
    )
    expect(rows).toEqual(
      ['sig_failed', 'sig_muted'].flatMap((signal) =>
        ['ann@example.com', 'bob@example.com'].map((recipient) => ({ signal, recipient })),
      ),
    )
  })
})

test('rule preview shows the decisions of a rule and sends nothing', async () => {
  await storeSignal('sig_urgent', 'immediate')
  await storeSignal('sig_calm', 'low')
  const { items } = await json<Items>(['rule', 'preview', ruleId, '--since', '1h'])
  expect(items).toEqual([
    { signalId: 'sig_urgent', channelId: inboxId, decision: 'send' },
    { signalId: 'sig_urgent', channelId, decision: 'send' },
    { signalId: 'sig_urgent', channelId: disabledId, decision: 'none', reason: 'channel_disabled' },
  ])
  const preview = ['rule', 'preview', ruleId, '--since', '1h', '--render']
  const { rendered } = await json<{ rendered: Record[] }>(preview)
  const recipients = ['ann@example.com', 'bob@example.com']
  expect(rendered.filter((one) => one.channelId === channelId)).toMatchObject(
    recipients.map((recipient) => ({
      ...{ kind: 'email', recipient, decision: 'send', signalIds: ['sig_urgent'] },
      request: {
        to: recipient,
        subject: expect.stringContaining('Immediate urgency'),
        body: expect.any(String),
      },
    })),
  )
  expect(rendered.filter((one) => one.channelId === inboxId)).toMatchObject([
    { kind: 'inbox', request: { subject: expect.stringContaining('Immediate urgency') } },
  ])
  expect(rendered.filter((one) => one.channelId === disabledId)).toMatchObject([{ decision: 'none' }])
  expect(JSON.stringify(rendered)).not.toContain('/u/preview')
  const text = await call(preview)
  expect(text.stdout).toContain('ann@example.com')
  const { exitCode, stdout } = await call(['rule', 'preview', ruleId, ...theirs, '--json'])
  expect([exitCode, JSON.parse(stdout).code]).toEqual([1, 'not_found'])
})

test('alert list, alert show and channel list give the reason and next try of alerts that their channel delays', async () => {
  const pausedId = await addMail('zoe@example.com')
  await decide('sig_held', 'pending', null, pausedId)
  await store.pool.query(
    `insert into messages (message_id, org_id, channel_id, kind, rule_id, signal_id, recipient, created_at, due_at)
     values ('msg_held', 'org_acme', $1, 'instant', $2, 'sig_held', '', now(), now())`,
    [pausedId, ruleId],
  )
  const { rows } = await store.pool.query(
    `update channel_health set retry_after = now() + interval '1 hour' where channel_id = $1
     returning retry_after as "nextAt"`,
    [pausedId],
  )
  const nextAt = rows[0].nextAt.toISOString()
  const held = ['--channel', pausedId]
  const item = { status: 'pending', reason: 'channel_paused', nextAt, attempts: [] }
  expect(await list(...ours, ...held)).toMatchObject([item])
  const shown = await json<Items>(['alert', 'show', ...ours, ...held])
  expect(shown.items).toMatchObject([item])
  for (const command of ['list', 'show']) {
    const { stdout } = await call(['alert', command, ...ours, ...held])
    expect(stdout).toContain('channel_paused')
    expect(stdout).toContain(nextAt)
  }
  const channels = await json<Items>(['channel', 'list', ...ours])
  expect(channels.items).toContainEqual(
    expect.objectContaining({
      channelId: pausedId,
      since: expect.stringMatching(/Z$/),
      waiting: 1,
      nextTryAt: nextAt,
    }),
  )
  const table = (await call(['channel', 'list', ...ours])).stdout
  expect(table).toContain(nextAt)
})

async function storeSignal(id: string, urgency: string): Promise<void> {
  const at = new Date().toISOString()
  const signal = {
    id,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'A text',
    postedAt: at,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: ['word'],
    firstSeenAt: at,
    urgency,
    orgId: 'org_acme',
  }
  const event = {
    id: `evt_${id}`,
    type: 'signal.created',
    occurredAt: at,
    orgId: 'org_acme',
    data: { signal },
  }
  const read = readEvent(event, { orgId: 'org_acme', sourceId: 'src_1', receivedAtMs: Date.now() })
  if (read.verdict !== 'valid') throw new Error(JSON.stringify(read))
  const contributions = read.contributions.map((one) => ({ ...one, orgId: 'org_acme' }))
  await store.database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs: Date.now() }))
}
