import { expect, test } from 'vitest'
import { hasHeader, readHeader } from './read-header.ts'

test('finds a header in any case of letters', () => {
  expect(readHeader(['Host', 'a', 'X-Sig', 'one'], 'x-sig')).toBe('one')
  expect(readHeader(['x-sig', ''], 'x-sig')).toBe('')
})

test('refuses a header that does not come', () => {
  expect(readHeader([], 'x-sig')).toEqual({ ok: false, reason: 'missing' })
  expect(readHeader(['x-sih', 'one', 'x-sigs', 'two'], 'x-sig')).toEqual({ ok: false, reason: 'missing' })
})

test('refuses a header that comes twice, equal or not, in any case of letters', () => {
  const repeated = { ok: false, reason: 'repeated' }
  expect(readHeader(['x-sig', 'one', 'x-sig', 'one'], 'x-sig')).toEqual(repeated)
  expect(readHeader(['x-sig', 'one', 'host', 'a', 'X-SIG', 'two'], 'x-sig')).toEqual(repeated)
})

test('takes no value for a name', () => {
  expect(readHeader(['a', 'x-sig', 'x-sig', 'one'], 'x-sig')).toBe('one')
  expect(hasHeader(['a', 'x-sig'], 'x-sig')).toBe(false)
  expect(hasHeader(['a', 'b', 'X-Sig', ''], 'x-sig')).toBe(true)
})

test('refuses a value of more than 1,024 bytes', () => {
  expect(readHeader(['x-sig', 'a'.repeat(1024)], 'x-sig')).toHaveLength(1024)
  expect(readHeader(['x-sig', 'a'.repeat(1025)], 'x-sig')).toEqual({ ok: false, reason: 'malformed' })
})
