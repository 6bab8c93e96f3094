import { expect, test } from 'vitest'
import { findTimestampSeconds, formatTimestamp } from './timestamp.ts'

test('reads ten digits', () => {
  expect(findTimestampSeconds('1767225600')).toBe(1_767_225_600)
  expect(findTimestampSeconds('9999999999')).toBe(9_999_999_999)
})

test.each([
  '',
  '1767225600abc',
  'abc1767225600',
  '176722560',
  '17672256000',
  '1767225600000',
  ' 1767225600',
  '1767225600 ',
  '1767225600\n',
  '+176722560',
  '-176722560',
  '17672256.0',
  '1.76722e+9',
  '0x6955b900',
  '１７６７２２５６００',
])('reads no timestamp in %j', (text) => {
  expect(findTimestampSeconds(text)).toBeUndefined()
})

test('writes what it can read', () => {
  expect(formatTimestamp(1_767_225_600)).toBe('1767225600')
})

test.each([Number.NaN, Infinity, -1, 0, 999_999_999, 10_000_000_000, 1_767_225_600.5])(
  'refuses to write %d',
  (timestampSeconds) => {
    expect(() => formatTimestamp(timestampSeconds)).toThrow(RangeError)
  },
)
