import { readEnvelopes, readEvent } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { demoEvents, demoShiftMs, readDemoSignals } from './demo-events.ts'

const nowMs = Date.parse('2031-05-06T07:08:09.010Z')
const orgId = 'org_demo'
const signals = await readDemoSignals()
const events = demoEvents(signals, { orgId, shiftMs: demoShiftMs(signals, nowMs) })

test('there are 400 signals and some register events, all of them valid', () => {
  expect(signals).toHaveLength(400)
  const types = Map.groupBy(events, (event) => event.type)
  expect([...types].map(([type, some]) => [type, some.length])).toEqual([
    ['signal.created', 400],
    ['signal.assigned', 4],
    ['signal.feedback', 4],
    ['signal.read', 4],
  ])
  expect(new Set(events.map((event) => event.id)).size).toBe(412)
  for (const event of events) {
    const read = readEnvelopes(event)
    const envelope = read.ok ? read.envelopes[0] : undefined
    if (envelope === undefined) throw new Error(JSON.stringify(read))
    const context = { orgId, sourceId: 'src_demo', receivedAtMs: nowMs }
    expect(readEvent(envelope, context)).toMatchObject({ verdict: 'valid' })
  }
})

test('all times move alike, so that the newest of all is a minute old', () => {
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
