import { allApiUrls } from '@signalpost/testing'
import { startOpsgenieServer, startPagerdutyServer } from '@signalpost/testing/services'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alert, Channel, Outcome } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { opsgenie } from '../opsgenie/opsgenie.ts'
import { pagerduty } from '../pagerduty/pagerduty.ts'
import { alertOf, digestOf, fullSignal } from '../test-support/sample-alert.ts'

const pagerdutyServer = await startPagerdutyServer()
const opsgenieServer = await startOpsgenieServer()
const services = createChannelServices({
  allowedNetworks: { has: () => false },
  apiUrls: { ...allApiUrls(pagerdutyServer.url), opsgenie: opsgenieServer.url },
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), pagerdutyServer.close(), opsgenieServer.close()]))
beforeEach(() => {
  pagerdutyServer.incidents.length = 0
  opsgenieServer.alerts.length = 0
})

const taken = {
  ...fullSignal,
  assignedTo: { userId: 'usr_ann', by: 'usr_ann', at: '2026-11-20T09:00:00.000Z' },
}
const kinds = [
  {
    channel: pagerduty as Channel,
    secrets: { routingKey: pagerdutyServer.routingKey },
    open: () =>
      pagerdutyServer.incidents.map(({ status, events }) => [status === 'triggered', events.length]),
  },
  {
    channel: opsgenie as Channel,
    secrets: { apiKey: opsgenieServer.apiKey },
    open: () => opsgenieServer.alerts.map(({ status, created }) => [status === 'open', created.length]),
  },
]

describe.each(kinds)('$channel.kind', ({ channel, secrets, open }) => {
  const send = (
    alert: Alert,
    more: { messageId?: string; reference?: Record<string, string> } = {},
  ): Promise<Outcome> =>
    channel.send(services, {
      ...{ content: { alert }, messageId: more.messageId ?? 'dsp_1', attempt: 1, channelId: 'chn_1' },
      ...{ orgId: 'org_demo', settings: {}, secrets: [secrets], recipient: '' },
      ...(more.reference && { reference: more.reference }),
      signal: new AbortController().signal,
    })
  const referenceOf = (outcome: Outcome) => (outcome.outcome === 'sent' ? outcome.reference : undefined) ?? {}

  test('resolves the incident of a signal that was taken, and not before', async () => {
    const reference = referenceOf(await send(alertOf([fullSignal])))
    expect(open()).toEqual([[true, 1]])
    expect(await send(alertOf([fullSignal]), { reference })).toEqual({
      outcome: 'rejected',
      code: 'nothing_to_edit',
    })
    expect(open()).toEqual([[true, 1]])
    expect(await send(alertOf([taken]), { reference })).toMatchObject({ outcome: 'sent' })
    expect(open()).toEqual([[false, 1]])
  })

  test('resolves the incident of a signal that was acknowledged', async () => {
    const reference = referenceOf(await send(alertOf([fullSignal])))
    const acknowledged = { ...fullSignal, acknowledgedAt: '2026-11-20T09:00:00.000Z' }
    expect(await send(alertOf([acknowledged]), { reference })).toMatchObject({ outcome: 'sent' })
    expect(open()).toEqual([[false, 1]])
  })

  test('opens one incident for a signal, however many alerts there are about it', async () => {
    await send(alertOf([fullSignal]), { messageId: 'dsp_1' })
    await send(alertOf([fullSignal]), { messageId: 'dsp_1' })
    await send(alertOf([fullSignal]), { messageId: 'dsp_2' })
    expect(open()).toEqual([[true, 3]])
    await send(alertOf([{ ...fullSignal, id: 'sig_other' }]), { messageId: 'dsp_3' })
    expect(open()).toHaveLength(2)
  })

  test('resolves the incident of several signals once all of them are taken', async () => {
    const alert = digestOf(2)
    const reference = referenceOf(await send(alert))
    const [first = fullSignal, second = fullSignal] = alert.items
    const take = { assignedTo: taken.assignedTo }
    expect(await send({ ...alert, items: [{ ...first, ...take }, second] }, { reference })).toMatchObject({
      outcome: 'rejected',
    })
    expect(open()).toEqual([[true, 1]])
    await send({ ...alert, items: [first, second].map((item) => ({ ...item, ...take })) }, { reference })
    expect(open()).toEqual([[false, 1]])
  })
})
