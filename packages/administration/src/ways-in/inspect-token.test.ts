import { expect, test } from 'vitest'
import { maskAddress } from './inspect-token.ts'

test.each([
  ['ann@example.com', 'a…n@example.com'],
  ['an@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['"a@b"@example.com', '"…"@example.com'],
  ['ann.smith+crm@xn--exmple-cua.com', 'a…m@xn--exmple-cua.com'],
])('shows %s as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
