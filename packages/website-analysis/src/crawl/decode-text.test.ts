import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const latin = Buffer.from('<p>caf\u00e9 \u0096 5 \u0080</p>', 'latin1')
const utf16 = Buffer.from('\ufeff<p>café</p>', 'utf16le')

test.each([
  ['UTF-8 without a word', Buffer.from('<p>café</p>'), 'text/html', '<p>café</p>'],
  [
    'UTF-8 with an order mark',
    Buffer.from('\ufeff<p>café</p>'),
    'text/html; charset=windows-1252',
    '<p>café</p>',
  ],
  ['UTF-16 by its order mark', utf16, undefined, '<p>café</p>'],
  ['UTF-16 the other way round', Buffer.from(utf16).swap16(), 'text/html', '<p>café</p>'],
  ['windows-1252 by its type', latin, 'text/html; charset="windows-1252"', '<p>café – 5 €</p>'],
  ['windows-1252 under the name of latin1', latin, 'text/html;charset=ISO-8859-1', '<p>café – 5 €</p>'],
  ['windows-1252 by its bytes', latin, 'text/html', '<p>café – 5 €</p>'],
  ['an unknown encoding', latin, 'text/html; charset=klingon', '<p>café – 5 €</p>'],
])('reads %s', (_, bytes, contentType, text) => {
  expect(decodeText(bytes, contentType)).toBe(text)
})

test.each([
  ['<meta charset="windows-1251">', '\u041f'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', '\u041f'],
])('believes %s', (meta, letter) => {
  const bytes = Buffer.concat([Buffer.from(meta), Buffer.from([0xcf])])
  expect(decodeText(bytes, 'text/html')).toBe(meta + letter)
})

test('does not believe a meta element that says UTF-16, since it could be read', () => {
  expect(decodeText(Buffer.from('<meta charset="utf-16">café'), undefined)).toContain('café')
})
