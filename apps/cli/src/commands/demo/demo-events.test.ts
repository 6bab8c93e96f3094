import { type Deal, dealStages, readEnvelopes, readEvent } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { demoEvents } from './demo-events.ts'
import { demoShiftMs, readDemoSignals } from './demo-signals.ts'

const nowMs = Date.parse('2031-05-06T07:08:09.010Z')
const orgId = 'org_demo'
const signals = await readDemoSignals()
const events = demoEvents(signals, { orgId, shiftMs: demoShiftMs(signals, nowMs) })

test('the demo has 400 signals, and events on people, accounts and deals, all valid', () => {
  expect(signals).toHaveLength(400)
  const types = Map.groupBy(events, (event) => event.type)
  expect([...types].map(([type, some]) => [type, some.length])).toEqual([
    ['signal.created', 400],
    ['signal.assigned', 4],
    ['signal.feedback', 4],
    ['signal.read', 4],
    ['signal.updated', 6],
    ['deal.created', 12],
    ['deal.updated', 24],
  ])
  expect(new Set(events.map((event) => event.id)).size).toBe(454)
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

test('all times shift by the same amount, so that the newest is a minute old', () => {
  const times = JSON.stringify(events).match(/\d{4}-\d\d-\d\dT[^"]{8,}(?=")/g) ?? []
  const newest = Math.max(...times.map((time) => Date.parse(time)).filter((ms) => ms > 0))
  expect(new Date(newest).toISOString()).toBe('2031-05-06T07:07:09.010Z')
  const [first] = signals
  const moved = events[0]?.data as { signal: typeof first }
  const shifts = (['firstSeenAt', 'postedAt', 'publishedAt', 'readAt'] as const).map(
    (name) => Date.parse(moved.signal?.[name] ?? '') - Date.parse(first?.[name] ?? ''),
  )
  expect(new Set(shifts)).toEqual(new Set([demoShiftMs(signals, nowMs)]))
})
