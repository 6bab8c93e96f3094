import { type Signal, type Taking, takings } from '@signalpost/domain'
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

const at = '2026-11-20T09:00:00.000Z'
const taken = { ...fullSignal, assignedTo: { userId: 'usr_ann', by: 'usr_ann', at } }
const kinds = [
  {
    channel: pagerduty as Channel,
    secrets: { routingKey: pagerdutyServer.routingKey },
    open: () =>
      pagerdutyServer.incidents.map(({ status, events }) => [status === 'triggered', events.length]),
    failThird: () => pagerdutyServer.troubles.plan({ status: 500 }, { times: 1, after: 2 }),
    formerReference: () => ({ dedupKey: pagerdutyServer.incidents[0]?.key ?? '' }),
  },
  {
    channel: opsgenie as Channel,
    secrets: { apiKey: opsgenieServer.apiKey },
    open: () => opsgenieServer.alerts.map(({ status, created }) => [status === 'open', created.length]),
    failThird: () => opsgenieServer.troubles.plan({ status: 500 }, { times: 1, after: 2 }),
    formerReference: () => ({ alias: opsgenieServer.alerts[0]?.alias ?? '' }),
  },
]

describe.each(kinds)('$channel.kind', ({ channel, secrets, open, failThird, formerReference }) => {
  const send = (
    alert: Alert,
    more: {
      messageId?: string
      reference?: Record<string, string>
      progress?: Record<string, string>
    } = {},
  ): Promise<Outcome> =>
    channel.send(services, {
      ...{ content: { alert }, messageId: more.messageId ?? 'dsp_1', attempt: 1, channelId: 'chn_1' },
      ...{ orgId: 'org_demo', settings: {}, secrets: [secrets], recipient: '' },
      ...(more.reference && { reference: more.reference }),
      progress: more.progress,
      signal: new AbortController().signal,
    })
  const referenceOf = ({ reference = {} }: Outcome) => reference

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

  describe('of three signals in one alert', () => {
    const alert = digestOf(3)
    const take = (...ids: string[]): Alert => ({
      ...alert,
      items: alert.items.map((item) =>
        ids.includes(item.id) ? { ...item, assignedTo: taken.assignedTo } : item,
      ),
    })

    test('opens three incidents, and resolves each when its signal is taken', async () => {
      let reference = referenceOf(await send(alert))
      expect(open()).toEqual(Array.from({ length: 3 }, () => [true, 1]))
      expect(await send(alert, { reference })).toMatchObject({ outcome: 'rejected' })
      reference = referenceOf(await send(take('sig_2'), { reference }))
      expect(open().map(([isOpen]) => isOpen)).toEqual([true, false, true])
      expect(await send(take('sig_2'), { reference })).toMatchObject({ code: 'nothing_to_edit' })
      await send(take('sig_1', 'sig_2', 'sig_3'), { reference })
      expect(open().map(([isOpen]) => isOpen)).toEqual([false, false, false])
    })

    test('tries again only what failed', async () => {
      failThird()
      const failed = await send(alert)
      expect(failed).toMatchObject({ outcome: 'retry' })
      expect(open()).toHaveLength(2)
      const { reference: progress = {} } = failed
      const reference = referenceOf(await send(alert, { progress }))
      expect(open()).toEqual(Array.from({ length: 3 }, () => [true, 1]))
      await send(take('sig_1', 'sig_3'), { reference })
      expect(open().map(([isOpen]) => isOpen)).toEqual([false, true, false])
    })

    test('resolves what was taken between two tries, and does not open it again', async () => {
      failThird()
      const { reference: progress = {} } = await send(alert)
      const { reference: resolved = {} } = await send(take('sig_1'), { reference: progress })
      await send(take('sig_1'), { progress: resolved })
      expect(open()).toEqual([
        [false, 1],
        [true, 1],
        [true, 1],
      ])
    })
  })

  test('resolves an incident that the version before opened', async () => {
    await send(alertOf([fullSignal]))
    const former = formerReference()
    expect(await send(alertOf([taken]), { reference: former })).toMatchObject({ outcome: 'sent' })
    expect(open()).toEqual([[false, 1]])
  })

  const acts: [Taking, Signal][] = [
    ['assigned', taken],
    ['read', { ...fullSignal, readAt: at }],
    ['acknowledged', { ...fullSignal, acknowledgedAt: at }],
  ]
  const origins: [string, Taking[] | undefined][] = [
    ['a rule', undefined],
    ...takings.map((taking): [string, Taking[]] => [`an escalation unless ${taking}`, [taking]]),
  ]

  describe.each(origins)('of %s', (_, unless) => {
    test.each(acts)('ends by %s if that takes its signal', async (act, signal) => {
      const more = unless && { escalation: { round: 1, step: 1, steps: 1, unless, waitedMs: 0 } }
      const reference = referenceOf(await send(alertOf([fullSignal], more)))
      await send(alertOf([signal], more), { reference })
      const endsBy = unless ?? ['assigned', 'acknowledged']
      expect(open()).toEqual([[!endsBy.includes(act), 1]])
    })
  })
})
