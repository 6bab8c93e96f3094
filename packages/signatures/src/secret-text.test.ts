import { expect, test } from 'vitest'
import { secretText, textKey } from './secret-text.ts'

test('takes 8 to 500 bytes of UTF-8', () => {
  for (const text of ['a'.repeat(8), 'ä'.repeat(4), 'a'.repeat(500), 'ä'.repeat(250)]) {
    expect(secretText.safeParse(text).success).toBe(true)
  }
  for (const text of ['', 'a'.repeat(7), 'a'.repeat(501), 'ä'.repeat(251), `${'a'.repeat(8)}\ud800`]) {
    expect(secretText.safeParse(text).success).toBe(false)
  }
})

test('makes the key of the whole text, prefix included', () => {
  expect(textKey.parse('whsec_ä')).toEqual(Buffer.from('whsec_ä', 'utf8'))
})

test('does not repeat a refused secret', () => {
  const { error } = textKey.safeParse('hushhus')
  expect(error?.message).toContain('8 to 500 bytes')
  expect(JSON.stringify(error)).not.toContain('hush')
})
