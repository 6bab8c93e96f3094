import { expect, test } from 'vitest'
import { isHarmless } from './is-harmless.ts'

test.for(['Asks for a help desk, soon', 'Größe: 40 Personen', '日本語の文', "It's 5 % of it"])(
  'plain text is harmless: %s',
  (text) => expect(isHarmless(text)).toBe(true),
)

test.for([
  '<b>x</b>',
  'see https://a.example',
  'www.a.example',
  'one\ntwo',
  '`code`',
  '{x}',
  'a\\b',
  '\ud800',
])('text with markup, an address, a line break or half a letter is not: %s', (text) =>
  expect(isHarmless(text)).toBe(false),
)
