import { expect, test } from 'vitest'
import { email } from './email.ts'

const accepts = (...to: string[]) => email.settings.safeParse({ to }).success

test('accepts plain addresses, also at domains of other scripts', () => {
  expect(accepts('ann@example.com')).toBe(true)
  expect(accepts("o'brien+alerts_1@mail.example.co.uk", 'x@bücher.example', 'x@例え.テスト')).toBe(true)
})

test('refuses text that could be read as several addresses or as a header', () => {
  for (const bad of [
    '',
    'ann',
    'ann@example',
    '@example.com',
    'ann@',
    'ann@example.com, eve@example.com',
    'ann@example.com;eve@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann\n@example.com',
    '"ann eve"@example.com',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    'ann@eve@example.com',
    'ann(comment)@example.com',
    '.ann@example.com',
    'ann..x@example.com',
    'ann@-example.com',
    'ann@exa mple.com',
    'ann@[127.0.0.1]',
    'ann\u0000@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
    'ann@例え.\u202ecom',
  ]) {
    expect(accepts(bad), JSON.stringify(bad)).toBe(false)
  }
})

test('accepts 1 to 50 different addresses', () => {
  const many = Array.from({ length: 51 }, (_, index) => `a${index}@example.com`)
  expect(accepts()).toBe(false)
  expect(accepts(...many.slice(1))).toBe(true)
  expect(accepts(...many)).toBe(false)
  expect(accepts('ann@example.com', 'Ann@Example.com')).toBe(false)
})
