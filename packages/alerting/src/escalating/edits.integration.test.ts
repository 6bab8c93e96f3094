import { editEscalation, getEscalation } from '@signalpost/database/rules'
import type { EscalationDefinition } from '@signalpost/domain'
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

type Escalating = AlertCase & { escalationId: string }

/** Opens an escalation with a step after each of these minutes, and raises signals in it. */
async function escalating(
  minutes: number[],
  { signals = 1, ...members }: { signals?: number; hours?: string } = {},
): Promise<Escalating> {
  const channel = await open('webhook', { conditions: { keywords: ['never'] } })
  const steps = minutes.map((one) => ({ afterMs: one * minuteMs, channelId: channel.channelId }))
  const escalationId = await rig.addEscalation(channel.orgId, { timeZone: 'UTC', ...members, steps })
  await raise(channel.orgId, ...Array.from({ length: signals }, (_, index) => ({ id: `sig_${index}` })))
  return { ...channel, escalationId }
}

async function edit(
  escalation: Escalating,
  { minutes, ...members }: Partial<EscalationDefinition> & { minutes?: number[] },
): Promise<void> {
  const { definition } = await getEscalation(rig.database, escalation)
  const { channelId } = escalation
  const steps = minutes?.map((one) => ({ afterMs: one * minuteMs, channelId })) ?? definition.steps
  await editEscalation(rig.database, { ...escalation, definition: { ...definition, ...members, steps } })
}

/** Does what a worker does at a time after noon. */
async function workAt(ms: number): Promise<void> {
  rig.clock.ms = noonMs + ms
  await rig.escalate()
  await rig.sweep()
}

/** The number of each step that arrived, for each signal. */
function arrived(escalation: Escalating): number[] {
  return requestsTo(escalation)
    .flatMap(({ body }) => JSON.parse(body.toString()) as StepEvent | StepEvent[])
    .map(({ data }) => data.escalation.step)
}
type StepEvent = { data: { escalation: { step: number } } }

describe('an edit of a step that waits for business hours', () => {
  const hours = 'Mo-Su 09:00-12:02'

  async function waiting(signals = 1): Promise<Escalating> {
    const escalation = await escalating([1], { hours, signals })
    rig.clock.ms += minuteMs
    await rig.escalate()
    await workAt(hourMs)
    expect(arrived(escalation)).toEqual([])
    return escalation
  }

  test('sends it at once when the new hours are open', async () => {
    const escalation = await waiting()
    await edit(escalation, { hours: 'Mo-Su 09:00-18:00' })
    await workAt(hourMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('sends it at once when there are no hours any more', async () => {
    const escalation = await waiting()
    await edit(escalation, { hours: null })
    await workAt(hourMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('moves it to the hours of the new time zone', async () => {
    const escalation = await waiting()
    // 11:00 in Brasília is 14:00 UTC.
    await edit(escalation, { hours: 'Mo-Su 11:00-12:00', timeZone: 'America/Sao_Paulo' })
    await workAt(2 * hourMs + minuteMs - 1)
    expect(arrived(escalation)).toEqual([])
    await workAt(2 * hourMs + minuteMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('moves it past a new holiday', async () => {
    const escalation = await waiting()
    const holidays = [new Date(noonMs + 24 * hourMs).toISOString().slice(0, 10)]
    await edit(escalation, { holidays })
    await workAt(24 * hourMs)
    expect(arrived(escalation)).toEqual([])
    await workAt(45 * hourMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('moves it to later hours', async () => {
    const escalation = await waiting()
    await edit(escalation, { hours: 'Mo-Su 10:00-11:00' })
    await workAt(22 * hourMs + minuteMs - 1)
    expect(arrived(escalation)).toEqual([])
    await workAt(22 * hourMs + minuteMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('sends it once for each signal beside three workers', async () => {
    const escalation = await waiting(60)
    await Promise.all([
      ...Array.from({ length: 3 }, () => workAt(hourMs)),
      edit(escalation, { hours: 'Mo-Su 09:00-18:00' }),
    ])
    await workAt(hourMs)
    expect(arrived(escalation)).toEqual(Array(60).fill(1))
  })
})

describe('an edit of the steps', () => {
  test('makes a step due at once whose time has passed', async () => {
    const escalation = await escalating([60])
    await workAt(10 * minuteMs)
    await edit(escalation, { minutes: [5] })
    await workAt(10 * minuteMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('moves a step that is written, but not sent, to its later time and back', async () => {
    const escalation = await escalating([5])
    rig.clock.ms = noonMs + 5 * minuteMs
    await rig.escalate()
    await edit(escalation, { minutes: [60] })
    await workAt(6 * minuteMs)
    expect(arrived(escalation)).toEqual([])
    await edit(escalation, { minutes: [20] })
    await workAt(20 * minuteMs - 1)
    expect(arrived(escalation)).toEqual([])
    await workAt(20 * minuteMs)
    expect(arrived(escalation)).toEqual([1])
  })

  test('removes the step that is next', async () => {
    const escalation = await escalating([5, 15])
    await workAt(5 * minuteMs)
    await edit(escalation, { minutes: [5] })
    await workAt(hourMs)
    expect(arrived(escalation)).toEqual([1])
  })
})
