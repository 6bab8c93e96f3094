import { expect, test } from 'vitest'
import { createSessionRate } from './session-rate.ts'

test('refuses the 3,001st request of a session in a minute, and of no other', () => {
  let nowMs = Date.parse('2026-11-20T09:00:45.000Z')
  const take = createSessionRate({ nowMs: () => nowMs })
  for (let count = 0; count < 3_000; count += 1) take('ses_1')
  expect(() => take('ses_1')).toThrow(
    expect.objectContaining({ code: 'rate_limited', headers: { 'retry-after': '15' } }),
  )
  expect(() => take('ses_2')).not.toThrow()
  nowMs += 15_000
  expect(() => take('ses_1')).not.toThrow()
})
