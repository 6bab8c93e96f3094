import { describe, expect, test } from 'vitest'
import type { Signal } from '../documents/signal.ts'
import { hourMs } from '../durations.ts'
import { exampleSignal } from '../events/example-records.ts'
import { shouldEscalate } from './should-escalate.ts'
import { findTaken } from './takings.ts'

const storedAtMs = Date.parse('2026-11-20T10:00:00Z')
const signal: Signal = {
  ...{ ...exampleSignal, urgency: 'high' },
  ...{ assignedTo: undefined, feedback: undefined, readAt: undefined },
  firstSeenAt: '2026-11-20T09:00:00.000Z',
}
const high = { conditions: { minUrgency: 'high' as const } }
const at = (atMs: number, before?: Signal | null) => ({
  ...{ signal, storedAtMs, atMs },
  ...(before !== undefined && { before }),
})

describe('a signal escalates', () => {
  test('when it meets the conditions at its first storing', () => {
    expect(shouldEscalate(high, at(storedAtMs))).toBe(true)
    expect(shouldEscalate({ conditions: { minUrgency: 'immediate' } }, at(storedAtMs))).toBe(false)
  })

  test('never if it was first seen more than a day before', () => {
    const old = { ...signal, firstSeenAt: '2026-11-19T09:59:59.999Z' }
    expect(shouldEscalate(high, { ...at(storedAtMs), signal: old })).toBe(false)
    const dayOld = { ...signal, firstSeenAt: '2026-11-19T10:00:00.000Z' }
    expect(shouldEscalate(high, { ...at(storedAtMs), signal: dayOld })).toBe(true)
  })

  test('when a change within a day makes it meet them, and not when it met them before', () => {
    const low: Signal = { ...signal, urgency: 'low' }
    expect(shouldEscalate(high, at(storedAtMs + hourMs, low))).toBe(true)
    expect(shouldEscalate(high, at(storedAtMs + hourMs, signal))).toBe(false)
    expect(shouldEscalate(high, at(storedAtMs + 25 * hourMs, low))).toBe(false)
  })
})

describe('a signal is taken', () => {
  const taken = {
    ...signal,
    assignedTo: { userId: 'usr_ada', at: '2026-11-20T10:05:00.000Z', by: 'usr_ada' },
    readAt: '2026-11-20T10:01:00.000Z',
    acknowledgedAt: '2026-11-20T10:03:00.000Z',
  }

  test('only by what the escalation names, and by the first of several', () => {
    expect(findTaken(signal, ['assigned', 'read', 'verdict', 'acknowledged'])).toBeUndefined()
    expect(findTaken(taken, ['verdict'])).toBeUndefined()
    expect(findTaken(taken, ['assigned'])).toEqual({ by: 'assigned', atMs: storedAtMs + 300_000 })
    expect(findTaken(taken, ['assigned', 'acknowledged'])).toMatchObject({ by: 'acknowledged' })
  })
})
