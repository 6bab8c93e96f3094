import { type Deal, dayMs, dealStages, hourMs, readEnvelopes, readEvent } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { demoEvents } from './demo-events.ts'
import { demoEndMs, readDemoSignals } from './demo-signals.ts'

const nowMs = Date.parse('2031-05-06T07:08:09.010Z')
const orgId = 'org_demo'
const signals = await readDemoSignals()
const endMs = demoEndMs(nowMs)
const personIds = ['usr_a', 'usr_b', 'usr_c']
const events = demoEvents(signals, { orgId, endMs, personIds, round: 1 })

test('the demo has 400 signals and their listeners, and events on people, accounts and deals, all valid', () => {
  expect(signals).toHaveLength(400)
  const types = Map.groupBy(events, (event) => event.type)
  expect([...types].map(([type, some]) => [type, some.length])).toEqual([
    ['listener.created', 14],
    ['signal.created', 400],
    ['signal.assigned', 92],
    ['signal.read', 78],
    ['signal.feedback', 42],
    ['signal.updated', 6],
    ['deal.created', 12],
    ['deal.updated', 24],
  ])
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length)
  for (const event of events) {
    const read = readEnvelopes(event)
    const envelope = read.ok ? read.envelopes[0] : undefined
    if (envelope === undefined) throw new Error(JSON.stringify(read))
    const context = { orgId, sourceId: 'src_demo', receivedAtMs: nowMs }
    expect(readEvent(envelope, context)).toMatchObject({ verdict: 'valid' })
  }
})

test('each deal starts from a signal of its account and goes through its stages in order', () => {
  const steps = events
    .filter(({ type }) => type.startsWith('deal.'))
    .map(({ occurredAt, data }) => ({ occurredAt, ...(data as { deal: Deal }).deal })) // the cast: valid, see above
  const deals = Map.groupBy(steps, ({ id }) => id)
  for (const some of deals.values()) {
    const stages = some.map(({ stage }) => dealStages.indexOf(stage))
    expect(stages).toEqual(stages.toSorted((a, b) => a - b))
    const times = some.map(({ occurredAt }) => occurredAt)
    expect(times).toEqual([...new Set(times)].toSorted())
    for (const { accountKey, signalId } of some) {
      expect(signals.find(({ id }) => id === signalId)?.accountKey).toBe(accountKey)
    }
  }
  const last = [...deals.values()].map((some) => some.at(-1)?.stage)
  expect(new Set(last)).toEqual(new Set(dealStages))
})

type Moved = { signal: { firstSeenAt: string; postedAt: string; urgency?: string } }
type Taken = { signalId: string; assignedTo: { userId: string; at: string } }

const moved = events.filter(({ type }) => type === 'signal.created').map(({ data }) => (data as Moved).signal) // the cast: valid, see above

test('the signals are of the last 14 days, the newest a minute old, with urgent ones among those of today', () => {
  const ages = moved.map(({ firstSeenAt }) => nowMs - Date.parse(firstSeenAt))
  expect(Math.min(...ages)).toBe(60_000)
  expect(Math.max(...ages)).toBeLessThanOrEqual(14 * dayMs + 60_000)
  const today = moved.filter(({ firstSeenAt }) => nowMs - Date.parse(firstSeenAt) < dayMs)
  expect(today.length).toBeGreaterThan(50)
  const urgent = today.filter(({ urgency }) => urgency === 'high' || urgency === 'immediate')
  expect(urgent.length).toBeGreaterThan(4)
  for (const { firstSeenAt, postedAt } of moved)
    expect(postedAt <= firstSeenAt || msApart(postedAt, firstSeenAt) < dayMs / 4).toBe(true)
})

test('nothing happens after the end, and people take signals after a while that differs', () => {
  const times = JSON.stringify(events).match(/\d{4}-\d\d-\d\dT[^"]{8,}(?=")/g) ?? []
  const happened = times.filter((time) => Date.parse(time) > 0 && Date.parse(time) <= endMs)
  expect(times.filter((time) => Date.parse(time) > endMs + hourMs)).toEqual([])
  expect(happened.length).toBeGreaterThan(1_000)
  const taken = events.filter(({ type }) => type === 'signal.assigned').map(({ data }) => data as Taken) // the cast: as above
  expect(new Set(taken.map(({ assignedTo }) => assignedTo.userId))).toEqual(new Set(personIds))
  expect(new Set(taken.map(({ assignedTo }) => assignedTo.at)).size).toBeGreaterThan(20)
})

function msApart(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}
