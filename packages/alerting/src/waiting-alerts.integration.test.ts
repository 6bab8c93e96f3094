import { countWaitingAlerts, listAlerts, listChannelQueues } from '@signalpost/database/dispatches'
import { setRuleEnabled } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendNext } from './sending/send-next.ts'
import { type AlertCase, openAlertCases } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, requestsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

/** Returns what each alert waits for, the oldest first, with the time to its next try. */
const waits = async ({ orgId }: AlertCase) =>
  (await listAlerts(rig.database, { orgId }, { limit: 100, nowMs: rig.clock.ms }))
    .reverse()
    .map(({ status, reason, nextAt }) => [
      status,
      reason,
      nextAt === null ? null : nextAt.getTime() - rig.clock.ms,
    ])
const queueOf = async ({ orgId, channelId }: AlertCase) =>
  (await listChannelQueues(rig.database, { orgId, nowMs: rig.clock.ms })).get(channelId)
const dueIn = (ms: number) => new Date(rig.clock.ms + ms)

test('names the pause that a receiver asked for, for every row of its channel', async () => {
  const channel = await open('webhook')
  const pause = { status: 429, headers: { 'retry-after': '600' } }
  rig.webhook.troubles.plan(pause, { times: 1, only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await raise(channel.orgId, { id: 'sig_2' })
  rig.clock.ms += 10_000
  expect(await waits(channel)).toEqual([
    ['pending', 'channel_paused', 590_000],
    ['pending', 'channel_paused', 590_000],
  ])
  expect(await queueOf(channel)).toMatchObject({ waiting: 2, nextTryAt: dueIn(590_000) })
  await later(10 * minuteMs)
  expect(await waits(channel)).toEqual([
    ['sent', null, null],
    ['sent', null, null],
  ])
  expect(await queueOf(channel)).toMatchObject({ waiting: 0, nextTryAt: null })
})

test('names the rest of a degraded channel, its probe, and since when it is degraded', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 500 }, { only: `/${channel.hook}` })
  await raise(channel.orgId, ...Array.from({ length: 12 }, (_, index) => ({ id: `sig_${index}` })))
  const { rows: before } = await sql<{ now: Date }>`select now()`.execute(rig.database)
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(10)
  const [fresh] = (await waits(channel)).slice(-1)
  expect(fresh).toEqual(['pending', 'channel_degraded', 30_000])
  const queue = await queueOf(channel)
  expect(queue).toMatchObject({ waiting: 12, nextTryAt: dueIn(30_000) })
  expect(queue?.since?.getTime()).toBeGreaterThanOrEqual(before[0]?.now.getTime() ?? Number.NaN)
  rig.clock.ms += 45_000
  expect((await waits(channel)).slice(-1)).toEqual([['pending', 'channel_degraded', 0]])
})

test('names what a message failed of until it is tried again', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 503 }, { times: 1, only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  const { rows } = await sql<{ dueAt: Date }>`
    select due_at as "dueAt" from messages where org_id = ${channel.orgId}`.execute(rig.database)
  const dueMs = rows[0]?.dueAt.getTime() ?? Number.NaN
  expect(await waits(channel)).toEqual([['pending', 'http_503', dueMs - rig.clock.ms]])
  // The longer of two holds counts.
  const pause = { status: 429, headers: { 'retry-after': '2' } }
  rig.webhook.troubles.plan(pause, { times: 1, only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_2' })
  await sendNext(rig.dependencies, { ...channel, isRetry: false })
  expect(await waits(channel)).toEqual([
    ['pending', 'http_503', dueMs - rig.clock.ms],
    ['pending', 'channel_paused', 2_000],
  ])
})

test('names the pace of a channel', async () => {
  const channel = await open('slack')
  await raise(channel.orgId, { id: 'sig_1' })
  await sendNext(rig.dependencies, { ...channel, isRetry: false })
  await raise(channel.orgId, { id: 'sig_2' })
  expect(await waits(channel)).toEqual([
    ['sent', null, null],
    ['pending', 'channel_pace', 1_000],
  ])
})

test('says when a digest goes out, and what holds it back then', async () => {
  const channel = await open('webhook', { mode: 'digest', cron: '0 * * * *' })
  rig.clock.ms = Math.ceil(rig.clock.ms / hourMs) * hourMs + 30 * minuteMs
  await raise(channel.orgId, { id: 'sig_1' })
  expect(await waits(channel)).toEqual([['pending', null, 30 * minuteMs]])
  const pause = { status: 429, headers: { 'retry-after': '3600' } }
  rig.webhook.troubles.plan(pause, { times: 1, only: `/${channel.hook}` })
  await later(30 * minuteMs)
  await raise(channel.orgId, { id: 'sig_2' })
  expect(await waits(channel)).toEqual([
    ['pending', 'channel_paused', hourMs],
    ['pending', null, hourMs],
  ])
  rig.clock.ms += 1
  await raise(channel.orgId, { id: 'sig_3' })
  expect((await waits(channel)).map(([, reason]) => reason)).toEqual(['channel_paused', null, null])
})

test('keeps the reason of what quiet hours and throttles hold back, and says when that ends', async () => {
  const clockTime = (ms: number): string => new Date(rig.clock.ms + ms).toISOString().slice(11, 16)
  const quiet = await open('webhook', { quiet: { from: clockTime(0), to: clockTime(hourMs) } })
  await raise(quiet.orgId, { id: 'sig_1' })
  const [held] = await waits(quiet)
  expect(held?.slice(0, 2)).toEqual(['pending', 'quiet_hours'])
  expect(held?.[2]).toBeGreaterThan(0)
  const throttled = await open('webhook', { throttle: { count: 1, windowMs: hourMs } })
  await raise(throttled.orgId, { id: 'sig_1' }, { id: 'sig_2' })
  const [, second] = await waits(throttled)
  expect(second?.slice(0, 2)).toEqual(['pending', 'throttle'])
  expect(second?.[2]).toBeGreaterThan(0)
})

test('says when an expired alert is sent after all', async () => {
  const channel = await open('slack')
  rig.slack.troubles.plan({ status: 500 }, { only: channel.hook })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await later(2 * hourMs)
  const [expired] = await waits(channel)
  expect(expired?.slice(0, 2)).toEqual(['expired', 'expired'])
  expect(expired?.[2]).toBeGreaterThan(0)
})

test('counts what waits for a rule, and a disabled rule gives up only what is due', async () => {
  const countOf = async ({ orgId, ruleId }: AlertCase) => {
    const counts = [{ orgId }, { orgId, ruleId }].map((rules) => countWaitingAlerts(rig.database, rules))
    return (await Promise.all(counts)).map((count) => count.get(ruleId))
  }
  const clockTime = (ms: number): string => new Date(rig.clock.ms + ms).toISOString().slice(11, 16)
  const held = await open('slack', { quiet: { from: clockTime(0), to: clockTime(2 * hourMs) } })
  const gathered = await open('slack', { mode: 'digest', cron: '0 9 * * *' })
  for (const one of [held, gathered]) {
    expect(await countOf(one)).toEqual([0, 0])
    await raise(one.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    expect(await countOf(one)).toEqual([2, 2])
    await setRuleEnabled(rig.database, { ...one, enabled: false })
    await rig.sweep()
    expect(await countOf(one)).toEqual([2, 2])
  }
  await setRuleEnabled(rig.database, { ...held, enabled: true })
  await later(27 * hourMs)
  expect(await countOf(gathered)).toEqual([0, 0])
  expect(await waits(gathered)).toEqual([
    ['suppressed', 'rule_disabled', null],
    ['suppressed', 'rule_disabled', null],
  ])
  expect(await countOf(held)).toEqual([0, 0])
  expect((await waits(held)).map(([, reason]) => reason)).not.toContain('rule_disabled')
})
