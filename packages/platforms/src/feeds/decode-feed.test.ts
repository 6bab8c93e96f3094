import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeFeed } from './decode-feed.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const declaring = (encoding: string, text: string): Buffer =>
  latin(`<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`)
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const spoilt = Buffer.concat([
  Buffer.from('<a>Müller, Größe, '),
  latin('caf\xe9'),
  Buffer.from(', naïve</a>'),
])

const cases: [string, string | undefined, Uint8Array, string][] = [
  ['UTF-8 with another label', 'text/xml; charset=iso-8859-1', Buffer.from('<a>Müller</a>'), 'Müller'],
  ['Latin 1 without a label', undefined, latin('<a>Müller</a>'), 'Müller'],
  ['Latin 1 that says it is UTF-8', 'text/xml; charset=utf-8', latin('<a>Müller</a>'), 'Müller'],
  ['an unknown name', 'text/xml; charset=klingon', latin('<a>Müller</a>'), 'Müller'],
  ['what the answer declares', 'text/xml; charset="koi8-r"', latin('<a>M\xfcller</a>'), 'MЭller'],
  ['what the feed declares', undefined, declaring('koi8-r', 'M\xfcller'), 'MЭller'],
  ['the answer before the feed', 'text/xml;charset=iso-8859-7', declaring('koi8-r', '\xe1'), 'α'],
  ['UTF-16 with a mark', undefined, Buffer.from('\ufeff<a>Müller</a>', 'utf16le'), 'Müller'],
  ['UTF-16 with a mark, the other way', undefined, bigEndian('\ufeff<a>Müller</a>'), 'Müller'],
  ['UTF-16 without a mark', 'text/xml', Buffer.from('<a>Müller</a>', 'utf16le'), 'Müller'],
  ['UTF-16 without a mark, the other way', 'text/xml', bigEndian('<a>Müller</a>'), 'Müller'],
  ['UTF-8 that says it is UTF-16', 'text/xml; charset=utf-16', declaring('utf-16', 'caf\xc3\xa9'), 'café'],
  ['Latin 1 that says it is UTF-16', undefined, declaring('UTF-16', 'caf\xe9'), 'café'],
  ['UTF-8 with a mark and a wrong label', 'text/xml; charset=koi8-r', Buffer.from('\ufeff<a>é</a>'), 'é'],
  ['Japanese in escapes', undefined, declaring('iso-2022-jp', '\x1b$B$3$s\x1b(B'), 'こん'],
  ['Shift JIS', 'text/xml; charset=shift_jis', latin('<a>\x82\xb1\x82\xf1</a>'), 'こん'],
  ['one bad byte in UTF-8', undefined, spoilt, 'Müller, Größe, caf\ufffd, naïve'],
  ['one bad byte in declared UTF-8', 'text/xml; charset=utf-8', spoilt, 'Müller, Größe, caf\ufffd, naïve'],
  ['one bad byte in UTF-8 with another label', 'text/xml; charset=iso-8859-1', spoilt, 'Größe, caf\ufffd'],
  [
    'a letter cut off at the end',
    undefined,
    Buffer.from('<a>Größe und Süße é</a> é').subarray(0, -1),
    'Größe und Süße é',
  ],
  ['a NUL', undefined, Buffer.from('<a>a\u0000b</a>'), 'a\ufffdb'],
  ['a file that is compressed', 'application/gzip', gzipSync('<a>Müller</a>'), 'Müller'],
]

test.each(cases)('decodes %s', (_, contentType, bytes, text) => {
  expect(decodeFeed(bytes, contentType)).toContain(text)
})

test('says of a compressed file that it is damaged, or larger than a feed may be', () => {
  const file = gzipSync('<a/>'.repeat(1_000))
  expect(decodeFeed(file.subarray(0, -20), undefined)).toMatchObject({
    message: 'The feed is a gzip file that is damaged or cut off.',
  })
  expect(decodeFeed(gzipSync(Buffer.alloc(4_194_305)), undefined)).toMatchObject({
    message: 'The feed has more than 4 MiB.',
  })
})
