import { exampleSignal } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { withChange } from './use-change-signal.ts'

test('a change by a person counts from now where a sender named a later moment, and an earlier one stays', () => {
  const earlier = '2026-11-20T09:00:00.000Z'
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { readAt: _read, ...signal } = exampleSignal
  const changed = { read: { read: true }, acknowledged: { acknowledged: true } } as const
  for (const [name, body] of [
    ['readAt', changed.read],
    ['acknowledgedAt', changed.acknowledged],
  ] as const) {
    expect(withChange({ ...signal, [name]: earlier }, body, 'usr_1')[name]).toBe(earlier)
    expect(
      Date.parse(withChange({ ...signal, [name]: later }, body, 'usr_1')[name] ?? ''),
    ).toBeLessThanOrEqual(Date.now())
  }
})
