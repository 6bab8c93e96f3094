import { hourMs, secondMs } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { findRetryAfterMs } from './read-answer.ts'

const receivedAtMs = Date.UTC(2026, 10, 20, 9)
const cases = [
  ['120', undefined, 120 * secondMs],
  ['0', undefined, 1 * secondMs],
  ['999999999', undefined, 24 * hourMs],
  ['Fri, 20 Nov 2026 10:00:00 GMT', undefined, 1 * hourMs],
  // The platform's clock is a day ahead.
  ['Sat, 21 Nov 2026 10:00:00 GMT', 'Sat, 21 Nov 2026 09:00:00 GMT', 1 * hourMs],
  ['Fri, 20 Nov 2020 10:00:00 GMT', undefined, 1 * secondMs],
  ['soon', undefined, undefined],
  [undefined, undefined, undefined],
] as const

test.each(cases)('Retry-After %s, Date %s', (retryAfter, date, waitMs) => {
  const headers = { 'retry-after': retryAfter, date }
  expect(findRetryAfterMs({ status: 429, headers, body: '', receivedAtMs })).toBe(waitMs)
})
