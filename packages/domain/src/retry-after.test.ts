import { expect, test } from 'vitest'
import { readRetryAfterMs } from './retry-after.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const hourMs = 3_600_000

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['119.5', 119_500],
  ['120.0', 120_000],
  ['120, 60', 120_000],
  ['999999999', 999_999_999_000],
  ['Fri, 20 Nov 2026 10:00:00 GMT', hourMs],
  ['Friday, 20-Nov-26 10:00:00 GMT', hourMs],
  ['Fri Nov 20 10:00:00 2026', hourMs],
  ['Fri, 20 Nov 2026 12:00:00 +0200', hourMs],
  ['Fri, 20 Nov 2026 08:00:00 GMT', -hourMs],
  ['soon', undefined],
  ['-5', undefined],
  ['+60', undefined],
  ['3600;', undefined],
  ['1e3', undefined],
  ['60s', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('%s', (text, waitMs) => {
  expect(readRetryAfterMs(text, nowMs)).toBe(waitMs)
})
