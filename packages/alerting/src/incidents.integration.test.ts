import { acknowledgeSignal, assignSignal } from '@signalpost/database/records'
import { instantOf } from '@signalpost/domain'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createMessageEditor } from './edit-messages.ts'
import { sendNext } from './sending/send-next.ts'
import { openAlertCases } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, summary, endTroubles } = await openAlertCases()
const { database } = rig
const editor = createMessageEditor(rig.dependencies)
const minuteMs = 60_000

beforeEach(() => {
  endTroubles()
  rig.pagerduty.incidents.length = 0
  rig.opsgenie.alerts.length = 0
})
afterAll(rig.close)

const kinds = ['pagerduty', 'opsgenie'] as const
const acts = ['assigned', 'read', 'acknowledged'] as const
const urgent = (...ids: string[]) => ids.map((id) => ({ id, title: id, urgency: 'immediate' as const }))

type Trigger = { payload: { custom_details: { Title: string } } }

/** Returns for each incident the title of its signal, and whether it is open. */
function incidents(): string[] {
  const triggered = rig.pagerduty.incidents.map(({ status, events: [trigger] }) => {
    return `${(trigger as Trigger).payload.custom_details.Title} ${status === 'triggered' ? 'open' : status}`
  })
  const created = rig.opsgenie.alerts.map(({ status, created: [alert] }) => {
    const title = /sig_\d/.exec(String(alert?.message))?.[0]
    return `${title} ${status === 'closed' ? 'resolved' : status}`
  })
  return [...triggered, ...created].toSorted()
}

async function act(orgId: string, signalId: string, how: (typeof acts)[number]): Promise<void> {
  rig.clock.ms += 1_000
  const nowMs = rig.clock.ms
  const at = instantOf(nowMs)
  if (how === 'read') {
    const id = `evt_read_${orgId}_${signalId}`
    await rig.apply(orgId, [{ id, type: 'signal.read', occurredAt: at, data: { signalId, readAt: at } }])
  } else {
    const given = { orgId, signalId, by: 'ann', nowMs }
    await database
      .transaction()
      .execute((transaction) =>
        how === 'assigned'
          ? assignSignal(transaction, { ...given, userId: 'ann' })
          : acknowledgeSignal(transaction, given),
      )
  }
}

async function settle(): Promise<void> {
  await rig.evaluate()
  await editor.round()
  await editor.settle()
}

describe.each(kinds)('%s', (kind) => {
  test('opens an incident for each of three signals of one request, and each is resolved by itself', async () => {
    const { orgId } = await open(kind)
    await raise(orgId, ...urgent('sig_1', 'sig_2', 'sig_3'))
    await rig.send()
    expect(incidents()).toEqual(['sig_1 open', 'sig_2 open', 'sig_3 open'])
    await act(orgId, 'sig_2', 'assigned')
    await settle()
    expect(incidents()).toEqual(['sig_1 open', 'sig_2 resolved', 'sig_3 open'])
    await act(orgId, 'sig_1', 'acknowledged')
    await settle()
    expect(incidents()).toEqual(['sig_1 resolved', 'sig_2 resolved', 'sig_3 open'])
  })

  test('does so for a digest too', async () => {
    const { orgId } = await open(kind, { mode: 'digest', cron: '*/5 * * * *' })
    await raise(orgId, ...urgent('sig_1', 'sig_2'))
    await later(6 * minuteMs)
    expect(incidents()).toEqual(['sig_1 open', 'sig_2 open'])
    await act(orgId, 'sig_1', 'assigned')
    await settle()
    expect(incidents()).toEqual(['sig_1 resolved', 'sig_2 open'])
  })

  test('tries again only what the service did not accept', async () => {
    const { orgId } = await open(kind)
    rig[kind].troubles.plan({ status: 500 }, { times: 1, after: 2 })
    await raise(orgId, ...urgent('sig_1', 'sig_2', 'sig_3'))
    await rig.send()
    expect(incidents()).toHaveLength(2)
    await later(10_000)
    expect(incidents()).toEqual(['sig_1 open', 'sig_2 open', 'sig_3 open'])
    expect((await summary(orgId)).map(([, status]) => status)).toEqual(['sent', 'sent', 'sent'])
    const requests = rig.pagerduty.incidents.map(({ events }) => events.length)
    const repeats = rig.opsgenie.alerts.map(({ created }) => created.length)
    expect([...requests, ...repeats]).toEqual([1, 1, 1])
  })

  test('resolves one whose signal is taken while it is on its way', async () => {
    const { orgId, channelId } = await open(kind)
    await raise(orgId, ...urgent('sig_1'))
    const sending = sendNext(rig.dependencies, { channelId, orgId, isRetry: false }, () => undefined)
    await act(orgId, 'sig_1', 'assigned')
    await Promise.all([sending, rig.evaluate()])
    await settle()
    expect(incidents()).not.toContain('sig_1 open')
  })

  describe.each([undefined, ...acts])('by an escalation unless %s, or else a rule', (unless) => {
    test.each(acts)('ends by %s if that takes its signal', async (how) => {
      const { orgId, channelId } = await open(kind, unless && { conditions: { keywords: ['never'] } })
      if (unless !== undefined) {
        await rig.addEscalation(orgId, { steps: [{ afterMs: 1_000, channelId }], unless: [unless] })
      }
      await raise(orgId, ...urgent('sig_1'))
      rig.clock.ms += 1_000
      await rig.escalate()
      await rig.send()
      expect(incidents()).toEqual(['sig_1 open'])
      await act(orgId, 'sig_1', how)
      await settle()
      const endsBy: readonly string[] = unless === undefined ? ['assigned', 'acknowledged'] : [unless]
      expect(incidents()).toEqual([endsBy.includes(how) ? 'sig_1 resolved' : 'sig_1 open'])
    })
  })
})
