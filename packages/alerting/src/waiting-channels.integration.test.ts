import { findFailingChannels, measureDispatching } from '@signalpost/database/dispatches'
import { setChannelPause } from '@signalpost/database/rules'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type AlertCase, openAlertCases } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, requestsTo, stateOf, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

/** Does what a worker does in this time, and looks for troubles after it. */
async function laterReported(channel: AlertCase, ms: number) {
  await later(ms)
  await rig.report()
  return stateOf(channel)
}

const pause = ({ channelId, orgId }: AlertCase, until: Date | null) =>
  setChannelPause(rig.database, { channelId, orgId, until, nowMs: rig.clock.ms })
const failingIn = async ({ channelId }: AlertCase) =>
  (await findFailingChannels(rig.database, rig.clock.ms)).filter(({ subjectId }) => subjectId === channelId)

test('a channel is degraded once a message has waited for 15 minutes, however few its tries', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 503 }, { only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  expect(await laterReported(channel, 14 * minuteMs)).toEqual({ state: 'active', reason: null })
  expect(await laterReported(channel, minuteMs)).toEqual({ state: 'degraded', reason: 'http_503' })
  expect(await failingIn(channel)).toMatchObject([{ kind: 'channel_degraded', reason: 'http_503' }])
  expect(requestsTo(channel)).toHaveLength(2)
})

test('it stays degraded while another message waits, and is active once all were sent', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 503 }, { only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  expect((await laterReported(channel, 20 * minuteMs)).state).toBe('degraded')
  rig.webhook.troubles.clear()
  await raise(channel.orgId, { id: 'sig_2' })
  await rig.send()
  expect(requestsTo(channel)).toHaveLength(3)
  expect((await laterReported(channel, 0)).state).toBe('degraded')
  expect(await laterReported(channel, hourMs)).toEqual({ state: 'active', reason: null })
})

test('what waits for a channel that a person paused makes it neither degraded nor late', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 503 }, { only: `/${channel.hook}`, times: 1 })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await pause(channel, new Date(rig.clock.ms + 2 * hourMs))
  expect(await laterReported(channel, hourMs)).toEqual({ state: 'active', reason: null })
  expect((await measureDispatching(rig.database, rig.clock.ms)).failing).not.toContainEqual(
    expect.objectContaining({ channelId: channel.channelId }),
  )
  await pause(channel, null)
  await rig.report()
  expect(await stateOf(channel)).toEqual({ state: 'active', reason: null })
})

test('a degraded channel that a person pauses is no trouble meanwhile', async () => {
  const channel = await open('webhook')
  rig.webhook.troubles.plan({ status: 503 }, { only: `/${channel.hook}` })
  await raise(channel.orgId, { id: 'sig_1' })
  await rig.send()
  await laterReported(channel, 15 * minuteMs)
  expect(await failingIn(channel)).toHaveLength(1)
  await pause(channel, new Date(rig.clock.ms + hourMs))
  expect(await failingIn(channel)).toEqual([])
})
