import { replayAlerts } from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import { listSuppressedAddresses, setChannelEnabled } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openAlertCases, outcomesOf } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, summary, postsTo, mailsTo, requestsTo, stateOf, endTroubles } =
  await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

describe('slack', () => {
  test('retries what failed, by its schedule', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan({ status: 503 }, { times: 2, only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    await later(3_900)
    expect(outcomesOf((await rig.alerts(channel.orgId))[0])).toHaveLength(1)
    await later(2_200)
    expect(outcomesOf((await rig.alerts(channel.orgId))[0])).toHaveLength(2)
    await later(23_900)
    expect(outcomesOf((await rig.alerts(channel.orgId))[0])).toHaveLength(2)
    await later(12_200)
    expect(await rig.alerts(channel.orgId)).toMatchObject([
      { status: 'sent', attempts: [{}, {}, { outcome: 'sent' }] },
    ])
    expect(postsTo(channel)).toHaveLength(1)
  })

  test('tries again no sooner than a failing receiver asks for', async () => {
    const channel = await open('slack')
    const busy = { status: 503, headers: { 'retry-after': '60' } }
    rig.slack.troubles.plan(busy, { times: 1, only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    await later(58_000)
    expect(outcomesOf((await rig.alerts(channel.orgId))[0])).toHaveLength(1)
    await later(2_000)
    expect((await rig.alerts(channel.orgId)).map(outcomesOf)).toEqual([['retry http_503', 'sent']])
  })

  test('pauses the channel when asked to, and uses up no try', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan({ retryAfterSeconds: 60 }, { times: 1, only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    await raise(channel.orgId, { id: 'sig_2' })
    await later(58_000)
    expect(postsTo(channel)).toHaveLength(0)
    await later(2_000)
    expect((await rig.alerts(channel.orgId)).map(outcomesOf)).toEqual([
      [expect.stringContaining('throttled'), 'sent'],
      [expect.stringContaining('throttled'), 'sent'],
    ])
    expect(postsTo(channel)).toHaveLength(1)
    const { rows } = await sql`
      select failures from messages where org_id = ${channel.orgId} and status = 'sent'`.execute(rig.database)
    expect(rows).toEqual([{ failures: 0 }])
  })

  test('tries what may have arrived once more, then says that it does not know', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan('answer_lost', { only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    await later(10_000)
    await later(hourMs)
    expect((await rig.alerts(channel.orgId)).map(({ status }) => status)).toEqual(['unknown'])
    expect(outcomesOf((await rig.alerts(channel.orgId))[0])).toEqual([
      expect.stringContaining('ambiguous'),
      expect.stringContaining('ambiguous'),
    ])
    expect(postsTo(channel)).toHaveLength(2)
  })

  test('gives up what is refused', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan({ error: 'no_text' }, { only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    await later(hourMs)
    expect(await rig.alerts(channel.orgId)).toMatchObject([
      { status: 'failed', reason: 'no_text', attempts: [{ outcome: 'rejected', httpStatus: 400 }] },
    ])
    expect(await stateOf(channel)).toEqual({ state: 'active', reason: null })
  })

  test('is disabled when its webhook is gone; enabling sends nothing of what waited, a replay does', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan({ error: 'no_service' }, { times: 1, only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    expect(await stateOf(channel)).toEqual({ state: 'disabled', reason: 'no_service' })
    await raise(channel.orgId, { id: 'sig_2' })
    await rig.sweep()
    await setChannelEnabled(rig.database, { channelId: channel.channelId, enabled: true, reason: null })
    await later(minuteMs)
    expect(await summary(channel.orgId)).toEqual([
      ['sig_1', 'suppressed', 'channel_disabled'],
      ['sig_2', 'suppressed', 'channel_disabled'],
    ])
    expect(postsTo(channel)).toHaveLength(0)

    const recipientsOf = (): string[] => ['']
    const filter = { orgId: channel.orgId }
    const replay = () => replayAlerts(rig.database, filter, { recipientsOf, nowMs: rig.clock.ms })
    expect(await replay()).toEqual({ matched: 2, replayed: 2 })
    expect(await replay()).toEqual({ matched: 2, replayed: 0 })
    await rig.send()
    expect(await summary(channel.orgId)).toEqual([
      ['sig_1', 'sent', null],
      ['sig_2', 'sent', null],
    ])
    expect(await replay()).toEqual({ matched: 2, replayed: 0 })
    expect(postsTo(channel)).toHaveLength(2)
  })

  test('sends nothing of what waited when an operator switches it off and on again', async () => {
    const channel = await open('slack')
    await raise(channel.orgId, { id: 'sig_1' })
    for (const enabled of [false, true]) {
      await setChannelEnabled(rig.database, {
        channelId: channel.channelId,
        orgId: channel.orgId,
        enabled,
        reason: null,
      })
    }
    await later(minuteMs)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'suppressed', 'channel_disabled']])
    expect(postsTo(channel)).toHaveLength(0)
  })

  test('takes one message a second, which tells all that queued up meanwhile', async () => {
    const channel = await open('slack')
    const startMs = rig.clock.ms
    await raise(channel.orgId, ...Array.from({ length: 25 }, (_, index) => ({ id: `sig_${100 + index}` })))
    await rig.send()
    expect((await summary(channel.orgId)).every(([, status]) => status === 'sent')).toBe(true)
    expect(postsTo(channel)).toHaveLength(3)
    expect(rig.clock.ms - startMs).toBe(2_000)
    const posted = JSON.stringify(postsTo(channel))
    for (let index = 0; index < 25; index += 1) expect(posted).toContain(`Title of sig_${100 + index}`)
  })

  test('an alert that cannot be sent for 2 hours expires and is sent in the digest at 09:00', async () => {
    const channel = await open('slack', { timeZone: 'Asia/Tokyo' })
    rig.slack.troubles.plan({ status: 500 }, { only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    const raisedMs = rig.clock.ms
    await rig.send()
    while (rig.clock.ms < raisedMs + 2 * hourMs - 10 * minuteMs) await later(5 * minuteMs)
    expect((await rig.alerts(channel.orgId))[0]?.status).toBe('pending')
    rig.slack.troubles.clear()
    await sql`update messages set due_at = due_at + interval '1 day' where org_id = ${channel.orgId}`.execute(
      rig.database,
    )
    await later(10 * minuteMs)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'expired', 'expired']])
    const nineInTokyoMs = Math.floor(rig.clock.ms / (24 * hourMs)) * 24 * hourMs + 24 * hourMs
    rig.clock.ms = nineInTokyoMs - 1
    await later(0)
    expect(postsTo(channel)).toHaveLength(0)
    await later(1)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'digested', 'expired']])
    expect(postsTo(channel)).toHaveLength(1)
  })
})

test('email sends each recipient a mail, and no more to one that the server refuses permanently', async () => {
  const to = ['gone@example.com', 'here@example.com']
  const channel = await open('email', {}, { to })
  rig.mail.troubles.plan({ at: 'recipient', reply: '550 5.1.1 no such user' }, { only: 'gone@example.com' })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await raise(channel.orgId, { id: 'sig_2' })
  await rig.send()
  expect(await summary(channel.orgId)).toEqual([
    ['sig_1', 'sent', null],
    ['sig_2', 'sent', null],
  ])
  expect((await rig.alerts(channel.orgId)).map((alert) => outcomesOf(alert).sort())).toEqual([
    [expect.stringContaining('rejected'), 'sent'],
    ['sent'],
  ])
  expect(rig.mail.mails.filter((mail) => to.includes(mail.to)).map((mail) => mail.to)).toEqual([
    'here@example.com',
    'here@example.com',
  ])
  expect(await listSuppressedAddresses(rig.database, channel)).toMatchObject([
    { address: 'gone@example.com', reason: 'refused' },
  ])
})

test('email sends nothing to a suppressed address', async () => {
  const channel = await open('email')
  rig.mail.troubles.plan({ at: 'recipient', reply: '550 5.1.1 no such user' }, { times: 1 })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await raise(channel.orgId, { id: 'sig_2' })
  await rig.send()
  expect(await summary(channel.orgId)).toEqual([
    ['sig_1', 'failed', 'smtp_550'],
    ['sig_2', 'suppressed', 'address_suppressed'],
  ])
})

test('email retries on 451, and sends one mail in the end', async () => {
  const channel = await open('email')
  rig.mail.troubles.plan({ at: 'recipient', reply: '451 4.3.0 later' }, { times: 1 })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await later(10_000)
  expect((await rig.alerts(channel.orgId)).map(outcomesOf)).toEqual([['retry smtp_451', 'sent']])
  expect(mailsTo(channel)).toHaveLength(1)
})

test('email does not repeat a digest that may have arrived', async () => {
  const channel = await open('email', { mode: 'digest', cron: '0 * * * *' })
  rig.mail.troubles.plan('answer_lost', { times: 1 })
  await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
  await later(hourMs)
  await later(hourMs)
  expect((await rig.alerts(channel.orgId)).map(({ status }) => status)).toEqual(['unknown', 'unknown'])
  expect(mailsTo(channel)).toHaveLength(1)
})

test('webhook is sent the same id again when the answer is lost or bad', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan('answer_lost', { times: 2, only: `/${channel.hook}` })
  rig.webhook.troubles.plan(
    { status: 302, headers: { location: '/' } },
    { times: 1, only: `/${channel.hook}` },
  )
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  for (const ms of [6_100, 6.1 * minuteMs, 36.1 * minuteMs]) await later(ms)
  expect((await rig.alerts(channel.orgId))[0]?.status).toBe('sent')
  expect(requestsTo(channel)).toHaveLength(4)
  expect(new Set(requestsTo(channel).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(requestsTo(channel).every(({ ownSignatures }) => ownSignatures.length === 1)).toBe(true)
})

test('webhook is disabled at once by 410', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 410 }, { only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  expect(await summary(channel.orgId)).toEqual([['sig_1', 'suppressed', 'channel_disabled']])
  expect(await stateOf(channel)).toEqual({ state: 'disabled', reason: 'gone' })
})

test('webhook is disabled after five days of nothing but failures', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 500 }, { only: `/${channel.hook}` })
  const beganMs = rig.clock.ms
  for (let day = 0; day <= 5; day += 1) {
    await raise(channel.orgId, { id: `sig_${day}` })
    await rig.send()
    for (let hour = 0; hour < 24 && rig.clock.ms < beganMs + 120 * hourMs; hour += 6) await later(6 * hourMs)
    if (day < 4) expect((await stateOf(channel)).state).not.toBe('disabled')
  }
  await later(hourMs)
  expect(await stateOf(channel)).toEqual({ state: 'disabled', reason: 'only_failures' })
  rig.clock.ms = beganMs
})

test('a channel that fails ten times in a row rests, and is probed by one message', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 500 }, { only: `/${channel.hook}` })
  await raise(channel.orgId, ...Array.from({ length: 15 }, (_, index) => ({ id: `sig_${index}` })))
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(10)
  expect(await stateOf(channel)).toEqual({ state: 'degraded', reason: 'http_500' })
  await later(28_000)
  expect(requestsTo(channel)).toHaveLength(10)
  await later(2_000)
  expect(requestsTo(channel)).toHaveLength(11)
  await later(58_000)
  expect(requestsTo(channel)).toHaveLength(11)
  rig.webhook.troubles.clear()
  await later(2_000)
  await later(hourMs)
  expect(await stateOf(channel)).toEqual({ state: 'active', reason: null })
  expect((await summary(channel.orgId)).every(([, status]) => status === 'sent')).toBe(true)
})

test('a moment that is to come does not keep when it was sent, nor offers no way to take it', async () => {
  const alert = await open('email', { backfill: true })
  const later = new Date(rig.clock.ms + 3_600_000).toISOString()
  await raise(alert.orgId, { id: 'sig_1', alertedAt: later, acknowledgedAt: later })
  await rig.send()
  const [mail] = mailsTo(alert)
  expect(mail?.parsed.text).toContain('http://127.0.0.1:4200/a/')
  expect(mail?.parsed.text).not.toMatch(/Acknowledged by|^Acknowledged/m)
  const signal = await findSignal(rig.database, { orgId: alert.orgId, signalId: 'sig_1' })
  expect(signal?.alertedAt).toBe(new Date(rig.clock.ms).toISOString())
})
