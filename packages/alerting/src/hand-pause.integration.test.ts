import { findDueChannels, listAlerts, measureDispatching } from '@signalpost/database/dispatches'
import { setChannelEnabled, setChannelPause } from '@signalpost/database/rules'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type AlertCase, openAlertCases } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, requestsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

const pause = ({ channelId, orgId }: AlertCase, ms: number) =>
  setChannelPause(rig.database, {
    ...{ channelId, orgId, nowMs: rig.clock.ms },
    until: new Date(rig.clock.ms + ms),
  })
const resume = (channel: AlertCase) =>
  setChannelPause(rig.database, { ...channel, until: null, nowMs: rig.clock.ms })
const waits = async ({ orgId }: AlertCase) =>
  (await listAlerts(rig.database, { orgId }, { limit: 100, nowMs: rig.clock.ms })).map(
    ({ status, reason, nextAt }) => [status, reason, nextAt && nextAt.getTime() - rig.clock.ms],
  )

test('holds every message of a channel that a person paused, and sends them when the pause is over', async () => {
  const channel = await open('webhook')
  await pause(channel, hourMs)
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(0)
  expect(await waits(channel)).toEqual([['pending', 'channel_paused_by_hand', hourMs]])
  await later(minuteMs)
  expect(await measureDispatching(rig.database, rig.clock.ms)).toMatchObject({ due: 1, oldestSeconds: 0 })
  rig.clock.ms -= minuteMs
  const due = await findDueChannels(rig.database)
  expect(due.find(({ channelId }) => channelId === channel.channelId)?.availableAt?.getTime()).toBe(
    rig.clock.ms + hourMs,
  )
  await later(hourMs - minuteMs)
  expect(requestsTo(channel)).toHaveLength(0)
  await later(minuteMs)
  expect(requestsTo(channel)).toHaveLength(1)
})

test('sends at once when a person ends the pause', async () => {
  const channel = await open('webhook')
  await pause(channel, hourMs)
  await raise(channel.orgId, { id: 'sig_1' })
  await resume(channel)
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(1)
})

test('keeps the pause of a person when the channel is disabled and enabled again', async () => {
  const channel = await open('webhook')
  await pause(channel, hourMs)
  await setChannelEnabled(rig.database, { ...channel, enabled: false, reason: 'off' })
  await setChannelEnabled(rig.database, { ...channel, enabled: true, reason: null })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(0)
  expect(await waits(channel)).toEqual([['pending', 'channel_paused_by_hand', hourMs]])
})

test("keeps the receiver's own pause when a person ends theirs", async () => {
  const channel = await open('webhook')
  const asks = { status: 429, headers: { 'retry-after': '600' } }
  rig.webhook.troubles.plan(asks, { times: 1, only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await pause(channel, hourMs)
  expect(await waits(channel)).toEqual([['pending', 'channel_paused_by_hand', hourMs]])
  await resume(channel)
  expect(await waits(channel)).toEqual([['pending', 'channel_paused', 10 * minuteMs]])
  await later(5 * minuteMs)
  expect(requestsTo(channel)).toHaveLength(1)
  await later(5 * minuteMs)
  expect(requestsTo(channel)).toHaveLength(2)
})
