import { createId } from '@signalpost/database'
import { instantOf, type Signal } from '@signalpost/domain'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertCase, openAlertCases } from '../test-support/open-alert-cases.ts'

const { rig, open, raise, requestsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const noonMs = rig.clock.ms

beforeEach(() => {
  endTroubles()
  rig.clock.ms = noonMs
})
afterAll(rig.close)

/** Opens a webhook whose rule never matches, with an escalation of steps after these minutes to it. */
async function openEscalation(minutes: number[], members: object = {}): Promise<AlertCase> {
  const channel = await open('webhook', { conditions: { keywords: ['never'] } })
  const steps = minutes.map((one) => ({ afterMs: one * minuteMs, channelId: channel.channelId }))
  await rig.addEscalation(channel.orgId, { ...members, steps })
  return channel
}

/** Does what a worker does after this much time has passed. */
async function pass(ms: number): Promise<void> {
  rig.clock.ms += ms
  await rig.evaluate()
  await rig.escalate()
  await rig.sweep()
}

function stepsAt(channel: AlertCase): string[] {
  return requestsTo(channel)
    .flatMap(({ body }) => JSON.parse(body.toString()) as StepEvent | StepEvent[])
    .map(({ data: { signal, escalation } }) => `${signal.id} ${escalation.step}`)
}
type StepEvent = { data: { signal: Signal; escalation: { step: number } } }

async function assign(orgId: string, signalId: string): Promise<void> {
  const at = instantOf(rig.clock.ms)
  const data = { signalId, assignedTo: { userId: 'usr_ada', at, by: 'usr_ada' } }
  await rig.apply(orgId, [{ id: `evt_${signalId}`, type: 'signal.assigned', occurredAt: at, data }])
}

/** Puts an event into the ledger as the intake does. */
async function accept(orgId: string, type: string, signalId: string): Promise<void> {
  const deliveryId = createId('dlv_', rig.clock.ms)
  await sql`
    insert into deliveries
      (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, due_at, record_id)
    values (${deliveryId}, ${deliveryId}, 0, 'bat_1', ${orgId}, 'src_1', ${deliveryId}, ${type}, now(), now(),
            ${signalId})`.execute(rig.database)
}

describe('a signal that someone takes', () => {
  test('by an event that is accepted gets no step before it is applied, for at most a minute', async () => {
    const channel = await openEscalation([5])
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' }, { id: 'sig_3' })
    rig.clock.ms += 5 * minuteMs
    await accept(channel.orgId, 'signal.assigned', 'sig_1')
    await accept(channel.orgId, 'signal.assigned', 'sig_2')
    await accept(channel.orgId, 'signal.read', 'sig_3')
    await pass(0)
    expect(stepsAt(channel)).toEqual(['sig_3 1'])
    await assign(channel.orgId, 'sig_1')
    await pass(minuteMs)
    await pass(1_000)
    expect(stepsAt(channel)).toEqual(['sig_3 1', 'sig_2 1'])
  })

  test('settles the step that waits for business hours when the next step finds it', async () => {
    const channel = await openEscalation([1, 2], { hours: 'Mo-Su 09:00-12:02', timeZone: 'UTC' })
    await raise(channel.orgId, { id: 'sig_1' })
    rig.clock.ms += minuteMs
    await rig.escalate()
    rig.clock.ms += 2 * minuteMs
    await rig.sweep()
    await assign(channel.orgId, 'sig_1')
    rig.clock.ms += 22 * hourMs
    await rig.escalate()
    const { rows } = await sql`
      select step, status, reason from dispatches where org_id = ${channel.orgId} order by step`.execute(
      rig.database,
    )
    expect(rows).toEqual([1, 2].map((step) => ({ step, status: 'suppressed', reason: 'taken' })))
  })
})
