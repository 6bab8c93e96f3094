import { beginAttempt, type Lane, lockMessage } from '@signalpost/database/dispatches'
import { setChannelEnabled } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createMessageEditor } from './edit-messages.ts'
import { runDispatcher } from './sending/run-dispatcher.ts'
import { sendNext } from './sending/send-next.ts'
import { type AlertCase, openAlertCases, outcomesOf } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, requestsTo, stateOf, endTroubles } = await openAlertCases()
const askedSeconds = 60
const pause = { 'retry-after': String(askedSeconds) }
// The rig skips pauses of a second, which come from a pace.
const nearlyOverMs = askedSeconds * 1_000 - 2_000

beforeEach(endTroubles)
afterAll(rig.close)

const lane = ({ channelId, orgId }: AlertCase): Lane & { orgId: string } => ({
  channelId,
  orgId,
  isRetry: false,
})
const sendOne = async (channel: AlertCase): Promise<boolean> => {
  await rig.dependencies.settings.refresh()
  return sendNext(rig.dependencies, lane(channel))
}
const outcomes = async ({ orgId }: AlertCase) => (await rig.alerts(orgId)).map(outcomesOf)

describe.each([
  { kind: 'webhook' as const, count: (channel: AlertCase) => requestsTo(channel).length },
  {
    kind: 'slack' as const,
    count: (channel: AlertCase) =>
      rig.slack.requests.filter(({ receiver }) => receiver === channel.hook).length,
  },
])('$kind', ({ kind, count }) => {
  const plan = (
    channel: AlertCase,
    { status, headers, until }: { status: number; headers?: Record<string, string>; until?: Promise<void> },
  ): void => {
    const trouble = {
      status,
      ...(headers !== undefined && { headers }),
      ...(until !== undefined && { until }),
    }
    if (kind === 'slack') {
      const body = status === 200 ? { body: 'ok' } : {}
      rig.slack.troubles.plan({ ...trouble, ...body }, { times: 1, only: channel.hook })
    } else rig.webhook.troubles.plan(trouble, { times: 1, only: `/${channel.hook}` })
  }

  test.each([
    { name: 'a 429', status: 429 },
    { name: 'a 503', status: 503 },
    { name: 'a success', status: 200 },
  ])('is silent for the Retry-After of $name although a request in flight succeeds', async ({ status }) => {
    const channel = await open(kind)
    const inFlight = Promise.withResolvers<void>()
    plan(channel, { status: 200, until: inFlight.promise })
    plan(channel, { status, headers: pause })
    await raise(channel.orgId, { id: 'sig_1' })
    const slow = sendOne(channel)
    await expect.poll(() => count(channel)).toBe(1)
    rig.clock.ms += 1_000 // past the pace
    await raise(channel.orgId, { id: 'sig_2' })
    await sendOne(channel)
    inFlight.resolve()
    await slow
    await raise(channel.orgId, { id: 'sig_3' })
    await rig.send()
    await later(nearlyOverMs)
    expect(count(channel)).toBe(2)
    await later(30_000)
    expect((await outcomes(channel)).map((tried) => tried.at(-1))).toEqual(['sent', 'sent', 'sent'])
  })

  test('keeps the longer of two pauses', async () => {
    const channel = await open(kind)
    const inFlight = Promise.withResolvers<void>()
    plan(channel, { status: 429, headers: { 'retry-after': '5' }, until: inFlight.promise })
    plan(channel, { status: 429, headers: pause })
    await raise(channel.orgId, { id: 'sig_1' })
    const slow = sendOne(channel)
    await expect.poll(() => count(channel)).toBe(1)
    rig.clock.ms += 1_000
    await raise(channel.orgId, { id: 'sig_2' })
    await sendOne(channel)
    inFlight.resolve()
    await slow
    await later(nearlyOverMs)
    expect(count(channel)).toBe(2)
  })

  test('stays silent when an operator disables and enables it', async () => {
    const channel = await open(kind)
    plan(channel, { status: 429, headers: pause })
    await raise(channel.orgId, { id: 'sig_1' })
    await sendOne(channel)
    for (const enabled of [false, true]) {
      await setChannelEnabled(rig.database, { channelId: channel.channelId, enabled, reason: null })
    }
    await raise(channel.orgId, { id: 'sig_2' })
    await later(nearlyOverMs)
    expect(count(channel)).toBe(1)
    await later(3_000)
    expect(count(channel)).toBeGreaterThan(1)
  })
})

test('a failing receiver that asks for a pause holds up all messages of its channel, digests too', async () => {
  const channel = await open('webhook', {
    ...{ mode: 'digest', cron: '0 * * * *', groupBy: 'account', continue: true },
  })
  const busy = { status: 503, headers: { 'retry-after': '3600' } }
  rig.webhook.troubles.plan(busy, { times: 1, only: `/${channel.hook}` })
  await raise(
    channel.orgId,
    { id: 'sig_1', accountKey: 'd:a.example' },
    { id: 'sig_2', accountKey: 'd:b.example' },
  )
  await later(3_600_000)
  await rig.addRule(channel.orgId)
  await raise(channel.orgId, { id: 'sig_3' })
  await later(3_590_000)
  expect(requestsTo(channel)).toHaveLength(1)
  expect(await stateOf(channel)).toEqual({ state: 'active', reason: null })
  await later(10_000)
  await later(3_600_000)
  expect((await outcomes(channel)).flatMap((tried) => tried.at(-1))).toEqual(['sent', 'sent', 'sent', 'sent'])
})

test('several workers are silent together until the pause is over', async () => {
  const channel = await open('webhook')
  const refusal = Promise.withResolvers<void>()
  const success = Promise.withResolvers<void>()
  const only = `/${channel.hook}`
  rig.webhook.troubles.plan({ status: 429, headers: pause, until: refusal.promise }, { times: 1, only })
  rig.webhook.troubles.plan({ status: 204, until: success.promise }, { times: 7, only })
  await raise(channel.orgId, ...Array.from({ length: 20 }, (_, index) => ({ id: `sig_${index}` })))
  const errors: unknown[] = []
  const start = () => runDispatcher(rig.dependencies, { onError: (error) => errors.push(error) })
  const workers = [start(), start()]
  const done = async (outcome: string) =>
    (await outcomes(channel)).filter((tried) => tried.at(-1) === outcome).length
  await expect.poll(() => requestsTo(channel)).toHaveLength(8)
  refusal.resolve()
  await expect.poll(() => done('throttled rate_limited')).toBe(1)
  success.resolve()
  await expect.poll(() => done('sent')).toBe(7)
  await Promise.all(workers.map(({ stop }) => stop()))
  expect(await sendOne(channel)).toBe(false)
  expect(requestsTo(channel)).toHaveLength(8)
  await later(askedSeconds * 1_000)
  expect(await done('sent')).toBe(20)
  expect(errors).toEqual([])
})

test('a message that is about to be sent is held back when the pause begins', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 429, headers: pause }, { times: 1, only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
  const nowMs = rig.clock.ms
  await rig.database.transaction().execute(async (transaction) => {
    const message = await lockMessage(transaction, { lane: lane(channel), pace: undefined, nowMs })
    if (message === undefined) throw new Error('nothing is due')
    await sendOne(channel)
    expect(
      await beginAttempt(transaction, { message, pace: undefined, leaseMs: 1_000, nowMs }),
    ).toBeUndefined()
  })
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(1)
})

describe('edits of messages', () => {
  const openEdit = async () => {
    const channel = await open('slack', {}, { bot: true })
    const ids = { first: `${channel.hook}_first`, second: `${channel.hook}_second` }
    const posts = () =>
      rig.slack.messages.filter(({ blocks }) => JSON.stringify(blocks).includes(channel.hook))
    await raise(channel.orgId, { id: ids.first })
    await rig.send()
    await sql`
      insert into message_edits (message_id, org_id, channel_id, due_at)
      select message_id, org_id, channel_id, ${new Date(rig.clock.ms)} from messages
      where org_id = ${channel.orgId}`.execute(rig.database)
    const editor = createMessageEditor(rig.dependencies)
    const edit = async (): Promise<number | undefined> => {
      await editor.round()
      await editor.settle()
      return posts()[0]?.edits
    }
    return { channel, ids, posts, edit }
  }

  test('wait while their channel is silent', async () => {
    const { channel, ids, edit } = await openEdit()
    rig.slack.troubles.plan({ retryAfterSeconds: askedSeconds }, { times: 1, only: 'C0TEST' })
    await raise(channel.orgId, { id: ids.second })
    await later(1_000)
    expect((await outcomes(channel)).at(-1)).toEqual(['throttled rate_limited'])
    expect(await edit()).toBe(0)
    rig.clock.ms += askedSeconds * 1_000
    expect(await edit()).toBe(1)
  })

  test.each([{ retryAfterSeconds: askedSeconds }, { status: 503, headers: pause }])(
    'silence their channel when they are answered with Retry-After, %o',
    async (trouble) => {
      const { channel, ids, posts, edit } = await openEdit()
      rig.slack.troubles.plan(trouble, { times: 1, only: 'C0TEST' })
      expect(await edit()).toBe(0)
      await raise(channel.orgId, { id: ids.second })
      await later(nearlyOverMs)
      expect(posts()).toHaveLength(1)
      await later(2_000)
      expect(posts()).toHaveLength(2)
      expect(await edit()).toBe(1)
    },
  )
})
