import { findChannel } from '@signalpost/channels'
import {
  type Alert,
  createSilence,
  editRule,
  getChannel,
  listSuppressedAddresses,
  lockMessage,
  replayAlerts,
  setChannelEnabled,
} from '@signalpost/database'
import { instantOf, ruleDefinitionSchema, type Signal } from '@signalpost/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveUpAbandoned } from './give-up-abandoned.ts'
import { runDispatcher } from './run-dispatcher.ts'
import { sendNext } from './send-next.ts'
import { type AlertRig, openAlertRig, type RigChannel } from './test-support/open-alert-rig.ts'

let rig: AlertRig
let hooks = 0

const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeAll(async () => {
  rig = await openAlertRig()
})

afterAll(() => rig.close())

beforeEach(() => {
  rig.slack.troubles.clear()
  rig.mail.troubles.clear()
  rig.webhook.troubles.clear()
})

type Case = { orgId: string; channelId: string; ruleId: string; hook: string }

/** A workspace with one channel and one rule; `hook` is what its receiver is known by. */
async function open(
  kind: RigChannel['kind'],
  rule: Record<string, unknown> = {},
  more: object = {},
): Promise<Case> {
  hooks += 1
  const hook = `hook-${hooks}`
  const { orgId } = await rig.workspace()
  const channel: RigChannel =
    kind === 'slack'
      ? { kind, name: hook }
      : kind === 'email'
        ? { kind, to: [`${hook}@example.com`] }
        : { kind, path: `/${hook}` }
  const channelId = await rig.addChannel(orgId, { ...channel, ...more } as RigChannel)
  return { orgId, channelId, ruleId: await rig.addRule(orgId, rule), hook }
}

async function raise(orgId: string, ...signals: Partial<Signal>[]): Promise<void> {
  await rig.apply(
    orgId,
    signals.map((members) => rig.created(rig.signal(orgId, members))),
  )
  await rig.announce()
}

function outcomesOf(alert: Alert | undefined): string[] {
  return (alert?.attempts ?? []).map(({ outcome, code }) => (code === null ? outcome : `${outcome} ${code}`))
}

async function summary(orgId: string) {
  return (await rig.alerts(orgId)).map(({ signalId, status, reason }) => [signalId, status, reason])
}

async function later(ms: number): Promise<void> {
  rig.clock.ms += ms
  await rig.sweep()
}

const postsTo = ({ hook }: Case): unknown[] => rig.slack.messages.filter(({ channel }) => channel === hook)
const mailsTo = ({ hook }: Case): unknown[] => rig.mail.mails.filter(({ to }) => to === `${hook}@example.com`)
const requestsTo = ({ hook }: Case) => rig.webhook.requests.filter(({ path }) => path === `/${hook}`)
const stateOf = async ({ channelId }: Case) => {
  const { state, reason } = await getChannel(rig.database, { channelId })
  return { state, reason }
}

describe('slack', () => {
  test('retries what failed, by its schedule', async () => {
    const it = await open('slack')
    rig.slack.troubles.plan({ status: 503 }, { times: 2, only: it.hook })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await later(3_900)
    expect(outcomesOf((await rig.alerts(it.orgId))[0])).toHaveLength(1)
    await later(2_200)
    expect(outcomesOf((await rig.alerts(it.orgId))[0])).toHaveLength(2)
    await later(23_900)
    expect(outcomesOf((await rig.alerts(it.orgId))[0])).toHaveLength(2)
    await later(12_200)
    expect(await rig.alerts(it.orgId)).toMatchObject([
      { status: 'sent', attempts: [{}, {}, { outcome: 'sent' }] },
    ])
    expect(postsTo(it)).toHaveLength(1)
  })

  test('lets the channel sleep when it is told to, and burns no try for it', async () => {
    const it = await open('slack')
    rig.slack.troubles.plan({ retryAfterSeconds: 60 }, { times: 1, only: it.hook })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await raise(it.orgId, { id: 'sig_2' })
    await later(58_000)
    expect(postsTo(it)).toHaveLength(0)
    await later(2_000)
    expect((await rig.alerts(it.orgId)).map(outcomesOf)).toEqual([
      [expect.stringContaining('throttled'), 'sent'],
      [expect.stringContaining('throttled'), 'sent'],
    ])
    expect(postsTo(it)).toHaveLength(1)
    const { rows } = await sql`
      select failures from messages where org_id = ${it.orgId} and status = 'sent'`.execute(rig.database)
    expect(rows).toEqual([{ failures: 0 }])
  })

  test('tries what may have arrived once more, then says that it does not know', async () => {
    const it = await open('slack')
    rig.slack.troubles.plan('answer_lost', { only: it.hook })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await later(10_000)
    await later(hourMs)
    expect((await rig.alerts(it.orgId)).map(({ status }) => status)).toEqual(['unknown'])
    expect(outcomesOf((await rig.alerts(it.orgId))[0])).toEqual([
      expect.stringContaining('ambiguous'),
      expect.stringContaining('ambiguous'),
    ])
    expect(postsTo(it)).toHaveLength(2)
  })

  test('gives up what is refused', async () => {
    const it = await open('slack')
    rig.slack.troubles.plan({ error: 'no_text' }, { only: it.hook })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await later(hourMs)
    expect(await rig.alerts(it.orgId)).toMatchObject([
      { status: 'failed', reason: 'no_text', attempts: [{ outcome: 'rejected', httpStatus: 400 }] },
    ])
    expect(await stateOf(it)).toEqual({ state: 'active', reason: null })
  })

  test('is disabled when its webhook is gone; enabling sends nothing of what waited, a replay does', async () => {
    const it = await open('slack')
    rig.slack.troubles.plan({ error: 'no_service' }, { times: 1, only: it.hook })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    expect(await stateOf(it)).toEqual({ state: 'disabled', reason: 'no_service' })
    await raise(it.orgId, { id: 'sig_2' })
    await rig.sweep()
    await setChannelEnabled(rig.database, { channelId: it.channelId, enabled: true, reason: null })
    await later(minuteMs)
    expect(await summary(it.orgId)).toEqual([
      ['sig_1', 'suppressed', 'channel_disabled'],
      ['sig_2', 'suppressed', 'channel_disabled'],
    ])
    expect(postsTo(it)).toHaveLength(0)

    const recipientsOf = (): string[] => ['']
    const filter = { orgId: it.orgId }
    const replay = () => replayAlerts(rig.database, filter, { recipientsOf, nowMs: rig.clock.ms })
    expect(await replay()).toEqual({ matched: 2, replayed: 2 })
    expect(await replay()).toEqual({ matched: 2, replayed: 0 })
    await rig.send()
    expect(await summary(it.orgId)).toEqual([
      ['sig_1', 'sent', null],
      ['sig_2', 'sent', null],
    ])
    expect(await replay()).toEqual({ matched: 2, replayed: 0 })
    expect(postsTo(it)).toHaveLength(2)
  })

  test('sends nothing of what waited when an operator switches it off and on again', async () => {
    const it = await open('slack')
    await raise(it.orgId, { id: 'sig_1' })
    for (const enabled of [false, true]) {
      await setChannelEnabled(rig.database, {
        channelId: it.channelId,
        orgId: it.orgId,
        enabled,
        reason: null,
      })
    }
    await later(minuteMs)
    expect(await summary(it.orgId)).toEqual([['sig_1', 'suppressed', 'channel_disabled']])
    expect(postsTo(it)).toHaveLength(0)
  })

  test('takes one message a second, which tells all that queued up meanwhile', async () => {
    const it = await open('slack')
    const startMs = rig.clock.ms
    await raise(it.orgId, ...Array.from({ length: 25 }, (_, index) => ({ id: `sig_${100 + index}` })))
    await rig.send()
    expect((await summary(it.orgId)).every(([, status]) => status === 'sent')).toBe(true)
    expect(postsTo(it)).toHaveLength(3)
    expect(rig.clock.ms - startMs).toBe(2_000)
    const told = JSON.stringify(postsTo(it))
    for (let index = 0; index < 25; index += 1) expect(told).toContain(`Title of sig_${100 + index}`)
  })

  test('an alert that cannot be sent for 2 hours expires and is told in the digest at 09:00', async () => {
    const it = await open('slack', { timeZone: 'Asia/Tokyo' })
    rig.slack.troubles.plan({ status: 500 }, { only: it.hook })
    await raise(it.orgId, { id: 'sig_1' })
    const raisedMs = rig.clock.ms
    await rig.send()
    while (rig.clock.ms < raisedMs + 2 * hourMs - 10 * minuteMs) await later(5 * minuteMs)
    expect((await rig.alerts(it.orgId))[0]?.status).toBe('pending')
    rig.slack.troubles.clear()
    await sql`update messages set due_at = due_at + interval '1 day' where org_id = ${it.orgId}`.execute(
      rig.database,
    )
    await later(10 * minuteMs)
    expect(await summary(it.orgId)).toEqual([['sig_1', 'expired', 'expired']])
    const nineInTokyoMs = Math.floor(rig.clock.ms / (24 * hourMs)) * 24 * hourMs + 24 * hourMs
    rig.clock.ms = nineInTokyoMs - 1
    await later(0)
    expect(postsTo(it)).toHaveLength(0)
    await later(1)
    expect(await summary(it.orgId)).toEqual([['sig_1', 'digested', 'expired']])
    expect(postsTo(it)).toHaveLength(1)
  })
})

describe('email', () => {
  test('sends each recipient a mail, and no more to one that the server refuses for good', async () => {
    const to = ['gone@example.com', 'here@example.com']
    const it = await open('email', {}, { to })
    rig.mail.troubles.plan({ at: 'recipient', reply: '550 5.1.1 no such user' }, { only: 'gone@example.com' })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await raise(it.orgId, { id: 'sig_2' })
    await rig.send()
    expect(await summary(it.orgId)).toEqual([
      ['sig_1', 'sent', null],
      ['sig_2', 'sent', null],
    ])
    expect((await rig.alerts(it.orgId)).map((alert) => outcomesOf(alert).sort())).toEqual([
      [expect.stringContaining('rejected'), 'sent'],
      ['sent'],
    ])
    expect(rig.mail.mails.filter((mail) => to.includes(mail.to)).map((mail) => mail.to)).toEqual([
      'here@example.com',
      'here@example.com',
    ])
    expect(await listSuppressedAddresses(rig.database, it)).toMatchObject([
      { address: 'gone@example.com', reason: 'refused' },
    ])
  })

  test('tells nobody whose address is suppressed', async () => {
    const it = await open('email')
    rig.mail.troubles.plan({ at: 'recipient', reply: '550 5.1.1 no such user' }, { times: 1 })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await raise(it.orgId, { id: 'sig_2' })
    await rig.send()
    expect(await summary(it.orgId)).toEqual([
      ['sig_1', 'failed', 'smtp_550'],
      ['sig_2', 'suppressed', 'address_suppressed'],
    ])
  })

  test('retries on 451, and sends one mail in the end', async () => {
    const it = await open('email')
    rig.mail.troubles.plan({ at: 'recipient', reply: '451 4.3.0 later' }, { times: 1 })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    await later(10_000)
    expect((await rig.alerts(it.orgId)).map(outcomesOf)).toEqual([['retry smtp_451', 'sent']])
    expect(mailsTo(it)).toHaveLength(1)
  })

  test('sends no digest again that may have arrived', async () => {
    const it = await open('email', { mode: 'digest', cron: '0 * * * *' })
    rig.mail.troubles.plan('answer_lost', { times: 1 })
    await raise(it.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    await later(hourMs)
    await later(hourMs)
    expect((await rig.alerts(it.orgId)).map(({ status }) => status)).toEqual(['unknown', 'unknown'])
    expect(mailsTo(it)).toHaveLength(1)
  })
})

describe('webhook', () => {
  test('is sent the same id again when the answer is lost or bad', async () => {
    const it = await open('webhook')
    rig.webhook.troubles.plan('answer_lost', { times: 2, only: `/${it.hook}` })
    rig.webhook.troubles.plan({ status: 302, headers: { location: '/' } }, { times: 1, only: `/${it.hook}` })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    for (const ms of [6_100, 6.1 * minuteMs, 36.1 * minuteMs]) await later(ms)
    expect((await rig.alerts(it.orgId))[0]?.status).toBe('sent')
    expect(requestsTo(it)).toHaveLength(4)
    expect(new Set(requestsTo(it).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(requestsTo(it).every(({ ownSignatures }) => ownSignatures.length === 1)).toBe(true)
  })

  test('is disabled at once by 410', async () => {
    const it = await open('webhook')
    rig.webhook.troubles.plan({ status: 410 }, { only: `/${it.hook}` })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.send()
    expect(await summary(it.orgId)).toEqual([['sig_1', 'suppressed', 'channel_disabled']])
    expect(await stateOf(it)).toEqual({ state: 'disabled', reason: 'gone' })
  })

  test('is disabled after five days of nothing but failures', async () => {
    const it = await open('webhook')
    rig.webhook.troubles.plan({ status: 500 }, { only: `/${it.hook}` })
    const beganMs = rig.clock.ms
    for (let day = 0; day <= 5; day += 1) {
      await raise(it.orgId, { id: `sig_${day}` })
      await rig.send()
      for (let hour = 0; hour < 24 && rig.clock.ms < beganMs + 120 * hourMs; hour += 6)
        await later(6 * hourMs)
      if (day < 4) expect((await stateOf(it)).state).not.toBe('disabled')
    }
    await later(hourMs)
    expect(await stateOf(it)).toEqual({ state: 'disabled', reason: 'only_failures' })
    rig.clock.ms = beganMs
  })
})

test('a channel that fails ten times in a row rests, and is probed by one message', async () => {
  const it = await open('webhook')
  rig.webhook.troubles.plan({ status: 500 }, { only: `/${it.hook}` })
  await raise(it.orgId, ...Array.from({ length: 15 }, (_, index) => ({ id: `sig_${index}` })))
  await rig.send()
  expect(requestsTo(it)).toHaveLength(10)
  expect(await stateOf(it)).toEqual({ state: 'degraded', reason: 'http_500' })
  await later(28_000)
  expect(requestsTo(it)).toHaveLength(10)
  await later(2_000)
  expect(requestsTo(it)).toHaveLength(11)
  await later(58_000)
  expect(requestsTo(it)).toHaveLength(11)
  rig.webhook.troubles.clear()
  await later(2_000)
  await later(hourMs)
  expect(await stateOf(it)).toEqual({ state: 'active', reason: null })
  expect((await summary(it.orgId)).every(([, status]) => status === 'sent')).toBe(true)
})

describe('what is judged once more when it is sent', () => {
  const register = (type: string, data: object) => ({
    id: `evt_${type}`,
    type,
    occurredAt: instantOf(rig.clock.ms),
    data: { signalId: 'sig_1', ...data },
  })
  const at = (): string => instantOf(rig.clock.ms)

  test('read, assigned, deleted or silenced meanwhile is told to nobody', async () => {
    const cases = {
      read: (orgId: string) => rig.apply(orgId, [register('signal.read', { readAt: at() })]),
      assigned: (orgId: string) =>
        rig.apply(orgId, [register('signal.assigned', { assignedTo: { userId: 'u', at: at(), by: 'u' } })]),
      deleted: (orgId: string) => rig.apply(orgId, [register('signal.deleted', {})]),
      silenced: (orgId: string) =>
        createSilence(rig.database, {
          orgId,
          conditions: {},
          reason: null,
          until: new Date(rig.clock.ms + 86_400_000 * 2),
        }),
    }
    for (const [reason, act] of Object.entries(cases)) {
      const it = await open('slack')
      await raise(it.orgId, { id: 'sig_1' })
      rig.clock.ms += 1
      await act(it.orgId)
      await rig.announce()
      await rig.send()
      expect(await summary(it.orgId)).toEqual([['sig_1', 'suppressed', reason]])
      expect(postsTo(it)).toHaveLength(0)
    }
  })

  test('what is assigned is told all the same by a rule that asks for it', async () => {
    const it = await open('slack', { conditions: { assigned: false } })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.apply(it.orgId, [
      register('signal.assigned', { assignedTo: { userId: 'u', at: at(), by: 'u' } }),
    ])
    await rig.announce()
    await rig.send()
    expect(await summary(it.orgId)).toEqual([['sig_1', 'sent', null]])
  })

  test('a digest leaves out what was read while its channel was away, and waits for quiet hours, too', async () => {
    const it = await open('email', { mode: 'digest', cron: '* * * * *' })
    rig.mail.troubles.plan({ at: 'sender', reply: '451 4.3.0 later' }, { times: 1 })
    await raise(it.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    await later(minuteMs)
    await rig.apply(it.orgId, [register('signal.read', { readAt: at() })])
    const clockTime = (ms: number): string => new Date(rig.clock.ms + ms).toISOString().slice(11, 16)
    await editRule(rig.database, {
      ruleId: it.ruleId,
      definition: ruleDefinitionSchema.parse({
        channels: 'all',
        mode: 'digest',
        cron: '* * * * *',
        quiet: { from: clockTime(0), to: clockTime(60 * minuteMs) },
      }),
    })
    await later(20_000)
    expect(mailsTo(it)).toHaveLength(0)
    await later(60 * minuteMs)
    expect(mailsTo(it)).toHaveLength(1)
    expect(await summary(it.orgId)).toEqual([
      ['sig_1', 'suppressed', 'read'],
      ['sig_2', 'digested', 'quiet_hours'],
    ])
  })

  test('waits for the end of quiet hours that began meanwhile', async () => {
    const now = new Date(rig.clock.ms)
    const clockTime = (ms: number): string => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    const it = await open('slack', { quiet: { from: clockTime(minuteMs), to: clockTime(60 * minuteMs) } })
    await raise(it.orgId, { id: 'sig_1' })
    await later(2 * minuteMs)
    expect(await summary(it.orgId)).toEqual([['sig_1', 'pending', 'quiet_hours']])
    await later(60 * minuteMs)
    expect(await summary(it.orgId)).toEqual([['sig_1', 'digested', 'quiet_hours']])
    expect(postsTo(it)).toHaveLength(1)
  })
})

describe('digests', () => {
  test('go out by cron, one for each group, and tell each signal once', async () => {
    const it = await open('email', { mode: 'digest', cron: '0 * * * *', groupBy: 'account' })
    rig.clock.ms = Math.ceil(rig.clock.ms / hourMs) * hourMs + minuteMs
    await raise(
      it.orgId,
      { id: 'sig_1', accountKey: 'd:a.example' },
      { id: 'sig_2', accountKey: 'd:b.example' },
    )
    await raise(it.orgId, { id: 'sig_3', accountKey: 'd:a.example' }, { id: 'sig_4' })
    await later(minuteMs)
    expect((await summary(it.orgId)).every(([, status]) => status === 'pending')).toBe(true)
    rig.clock.ms += hourMs
    await Promise.all([rig.sweep(), rig.sweep(), rig.sweep()])
    await rig.send()
    expect((await summary(it.orgId)).every(([, status]) => status === 'digested')).toBe(true)
    const mails = rig.mail.mails.filter(({ to }) => to === `${it.hook}@example.com`)
    const named = mails.map(({ parsed }) => parsed.text?.match(/Title of sig_\d/g)?.sort())
    expect(named.sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['Title of sig_1', 'Title of sig_3'],
      ['Title of sig_2'],
      ['Title of sig_4'],
    ])
  })

  test('one that loses all its signals meanwhile is not sent', async () => {
    const it = await open('email', { mode: 'digest', cron: '0 * * * *' })
    await raise(it.orgId, { id: 'sig_1' })
    await rig.apply(it.orgId, [
      {
        id: 'evt_read',
        type: 'signal.read',
        occurredAt: instantOf(rig.clock.ms),
        data: { signalId: 'sig_1', readAt: instantOf(rig.clock.ms) },
      },
    ])
    await later(hourMs)
    expect(await summary(it.orgId)).toEqual([['sig_1', 'suppressed', 'read']])
    expect(mailsTo(it)).toHaveLength(0)
  })

  test('a throttle lets so many through and tells the rest together when its window ends', async () => {
    const it = await open('email', { throttle: { count: 2, windowMs: hourMs } })
    for (let index = 1; index <= 6; index += 1) {
      await raise(it.orgId, { id: `sig_${index}` })
      await later(minuteMs)
    }
    expect(mailsTo(it)).toHaveLength(2)
    await later(hourMs)
    expect(await summary(it.orgId)).toEqual([
      ['sig_1', 'sent', null],
      ['sig_2', 'sent', null],
      ...[3, 4, 5, 6].map((index) => [`sig_${index}`, 'digested', 'throttle']),
    ])
    expect(mailsTo(it)).toHaveLength(3)
  })
})

describe('workers beside each other', () => {
  const lane = ({ channelId, orgId }: Case) => ({ channelId, orgId, isRetry: false })

  test('send one message once', async () => {
    const it = await open('webhook')
    await raise(it.orgId, { id: 'sig_1' })
    const done = await Promise.all(Array.from({ length: 6 }, () => sendNext(rig.dependencies, lane(it))))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(requestsTo(it)).toHaveLength(1)
  })

  test('keep the pace of a channel together', async () => {
    const it = await open('slack')
    await rig.addRule(it.orgId)
    await raise(it.orgId, { id: 'sig_1' })
    await sql`update messages set rule_id = 'rul_other' where org_id = ${it.orgId} and signal_id = 'sig_1'`.execute(
      rig.database,
    )
    await raise(it.orgId, { id: 'sig_2' })
    await Promise.all(Array.from({ length: 4 }, () => sendNext(rig.dependencies, lane(it))))
    const { rows } = await sql`select number from attempts a join messages m using (message_id)
      where org_id = ${it.orgId}`.execute(rig.database)
    expect(rows.length).toBeLessThanOrEqual(1)
  })

  test('a worker that dies while it sends leaves an attempt that may have arrived', async () => {
    const it = await open('slack')
    await raise(it.orgId, { id: 'sig_1' })
    // It posts, and its process ends before it writes so.
    const dead = {
      ...rig.dependencies.metrics,
      countAttempt: () => {
        throw new Error('dead')
      },
    }
    await expect(sendNext({ ...rig.dependencies, metrics: dead }, lane(it))).rejects.toThrow('dead')
    expect(await rig.alerts(it.orgId)).toMatchObject([
      { status: 'pending', attempts: [{ outcome: 'pending' }] },
    ])
    await later(29_000)
    expect(postsTo(it)).toHaveLength(1)
    await later(1_000)
    expect((await rig.alerts(it.orgId)).map(outcomesOf)).toEqual([['ambiguous worker_lost', 'sent']])
    expect(postsTo(it)).toHaveLength(2)
  })

  test('a message that workers die of is given up in the end', async () => {
    const it = await open('slack')
    await raise(it.orgId, { id: 'sig_1' })
    for (let death = 0; death < 8; death += 1) {
      await sql`
        update messages set status = 'sending', attempts = attempts + 1, leased_until = ${new Date(rig.clock.ms)}
        where org_id = ${it.orgId} and status = 'pending'`.execute(rig.database)
      await giveUpAbandoned(rig.dependencies)
    }
    expect(await summary(it.orgId)).toEqual([['sig_1', 'unknown', 'worker_lost']])
  })

  test('a channel that answers nothing holds up no other', async () => {
    const slow = await open('webhook')
    const good = await open('webhook')
    rig.webhook.troubles.plan('silent', { only: `/${slow.hook}` })
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `sig_${index}` }))
    await raise(slow.orgId, ...many)
    await raise(good.orgId, ...many)
    const errors: unknown[] = []
    const abort = new AbortController()
    const services = {
      ...rig.services,
      outgoing: {
        ...rig.services.outgoing,
        request: (request: Parameters<typeof rig.services.outgoing.request>[0]) =>
          rig.services.outgoing.request({
            ...request,
            signal: AbortSignal.any([
              abort.signal,
              ...(request.signal === undefined ? [] : [request.signal]),
            ]),
          }),
      },
    }
    const dispatcher = runDispatcher(
      { ...rig.dependencies, services },
      { onError: (error) => errors.push(error) },
    )
    await expect.poll(() => requestsTo(good)).toHaveLength(40)
    expect(requestsTo(slow).length).toBeLessThanOrEqual(4)
    abort.abort()
    await dispatcher.stop()
    expect(errors).toEqual([])
  })
})

describe('what is broken stands in nobody’s way', () => {
  test('a message that cannot be begun fails alone', async () => {
    const it = await open('webhook')
    await raise(it.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    await sql`
      update messages set kind = 'digest', digest_id = 'dig_none', due_at = due_at - interval '1 minute'
      where org_id = ${it.orgId} and signal_id = 'sig_1'`.execute(rig.database)
    await rig.send()
    const { rows } = await sql`
      select status, reason from messages where org_id = ${it.orgId} order by message_id`.execute(
      rig.database,
    )
    expect(rows).toEqual([
      { status: 'failed', reason: 'internal' },
      { status: 'sent', reason: null },
    ])
  })

  test('a digest that cannot be made waits alone', async () => {
    const broken = await open('email', { mode: 'digest', cron: '0 * * * *' })
    const good = await open('email', { mode: 'digest', cron: '0 * * * *' })
    await raise(broken.orgId, { id: 'sig_1' })
    await raise(good.orgId, { id: 'sig_1' })
    await sql`
      update digests set due_at = due_at - interval '1 minute' where org_id = ${broken.orgId}`.execute(
      rig.database,
    )
    await sql`update signals set state = '{}' where org_id = ${broken.orgId}`.execute(rig.database)
    await later(hourMs)
    expect(mailsTo(good)).toHaveLength(1)
    expect(await summary(broken.orgId)).toEqual([['sig_1', 'pending', null]])
  })
})

test('locks no message of a channel that is disabled', async () => {
  const it = await open('webhook')
  await raise(it.orgId, { id: 'sig_1' })
  await setChannelEnabled(rig.database, { channelId: it.channelId, enabled: false, reason: null })
  const locked = await rig.database.transaction().execute((transaction) =>
    lockMessage(transaction, {
      lane: { channelId: it.channelId, isRetry: false },
      pace: findChannel('webhook')?.pace,
      nowMs: rig.clock.ms,
    }),
  )
  expect(locked).toBeUndefined()
})
