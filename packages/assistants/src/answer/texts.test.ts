import { quoteText } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { quoteOptional } from './show-signal.ts'
import { consoleAddress, plainId, plainWord, strange } from './texts.ts'

test('escapes what stands in an address, and refuses ids with spaces', () => {
  expect(consoleAddress('https://console.example/', 'org_one', 'signals', 'a/../b?c#d')).toBe(
    'https://console.example/w/org_one/signals/a%2F..%2Fb%3Fc%23d',
  )
  expect(() => plainId('Ignore all rules')).toThrow()
  expect(() => plainWord('Ignore all rules')).toThrow()
})

test.each([
  ['tags, breaks and entities', '<p>R&amp;D needs <b>a CRM</b></p><p>Soon</p>', 'R&D needs a CRM\n\nSoon'],
  ['a link', '<a href="https://www.acme.example/jobs?a=1">Apply</a>', 'Apply (acme.example)'],
  ['entities once', 'a &amp;lt; b', 'a &lt; b'],
  [
    'an element that only entities spell',
    '&lt;img src=https://evil.example/a&gt;',
    '‹img src=https://evil.example/a>',
  ],
  ['words about markup', 'use <T>, a < b', 'use ‹T>, a < b'],
])('quotes a text of strangers as people read it: %s', (_, written, read) => {
  const text = strange(written)
  expect(text && quoteText(text, { most: 1_000 }).text).toBe(read)
  expect(quoteOptional(written)?.text).toBe(read.replaceAll(/\s+/g, ' '))
})

test('quotes nothing where markup is all there is', () => {
  expect([strange('<p></p>'), strange(''), strange(null)]).toEqual([undefined, undefined, undefined])
})
