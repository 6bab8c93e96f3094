import { describe, expect, test } from 'vitest'
import { createRedaction, isLikeToken } from './hide-secrets.ts'

const secret = 'p/a+s "&\'<s>\\é😀\n=w'

const spellings: [name: string, spell: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['JSON with escaped slashes', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
  [
    'JSON in ASCII without markup',
    (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(/[^\x20-\x7e]|[<>&'+]/g, (one) =>
          [...Array(one.length).keys()]
            .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
            .join(''),
        ),
  ],
  ['JSON in JSON', (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)],
  ['a part of a URL', (text) => encodeURIComponent(text)],
  [
    'a part of a URL in lower case',
    (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  ],
  ['a URL in a URL', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['a form', (text) => new URLSearchParams({ '': text }).toString().slice(1)],
  [
    'HTML',
    (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ],
  ['HTML by numbers', (text) => text.replaceAll(/[^0-9a-z]/gu, (one) => `&#${one.codePointAt(0)};`)],
  [
    'HTML by hexadecimal numbers',
    (text) => text.replaceAll(/[^0-9a-z]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
  ],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 for URLs', (text) => Buffer.from(text).toString('base64url')],
]

test.for(spellings)('hides a secret as %s', ([, spell]) => {
  const hide = createRedaction([secret])
  const spelled = spell(secret)
  expect(hide(`before ${spelled} after`)).toBe('before [redacted] after')
  expect(hide(`no secret here: ${spell('other')}`)).not.toContain('redacted')
})

describe('hides what alone opens', () => {
  test.for([
    ['the token of a header', 'Authorization: Bearer token-of-12345', 'got token-of-12345', 'got [redacted]'],
    ['the value of a header', 'X-Key: open', 'key open', 'key [redacted]'],
    [
      'each of several headers',
      'X-A: first-one\nX-B: second-2',
      'second-2 first-one',
      '[redacted] [redacted]',
    ],
    [
      'the login of a header in base64',
      `Authorization: Basic ${btoa('ann:s3cret-pass')}`,
      'user ann:s3cret-pass, password s3cret-pass',
      'user [redacted], password [redacted]',
    ],
    [
      'the path of a URL',
      'https://hooks.example/services/T0/B0/xyzxyzxyz1',
      'POST /services/T0/B0/xyzxyzxyz1',
      'POST [redacted]',
    ],
    [
      'a segment of a URL',
      'https://hooks.example/services/T0/B0/xyzxyzxyz1',
      'no xyzxyzxyz1',
      'no [redacted]',
    ],
    [
      'a value in a URL',
      'https://h.example/?key=abc%2Fdefgh',
      'key abc/defgh or abc%2fdefgh',
      'key [redacted] or [redacted]',
    ],
    [
      'the password of a URL',
      'postgres://ann:s3cr%2Ft@host/db',
      'no s3cr/t, no s3cr%2Ft',
      'no [redacted], no [redacted]',
    ],
    [
      'the login of a URL in base64',
      'https://ann:s3cr%2Ft@host/db',
      btoa('ann:s3cr/t').replace('=', ''),
      '[redacted]',
    ],
    ['the lines of a key in JSON', '{"k":"-----\\nabcdef\\n"}', 'bad key: abcdef', 'bad key: [redacted]'],
  ])('%s', ([, given = '', text = '', expected]) => {
    expect(createRedaction([given])(text)).toBe(expected)
  })

  test('the login that a user makes with a password', () => {
    const hide = createRedaction(['pass'], { users: ['ann'] })
    expect(hide(`Basic ${btoa('ann:pass')}`)).toBe('Basic [redacted]')
  })
})

test('leaves words of an address that opens nothing, and marks with another word', () => {
  const hide = createRedaction(['https://hooks.example/services/T0/xyzxyzxyz1'], { mark: '***' })
  expect(hide('services of hooks.example: 503; xyzxyzxyz1')).toBe('services of hooks.example: 503; ***')
  expect(createRedaction([])('text')).toBe('text')
  expect(createRedaction(['abc'])('abc')).toBe('abc')
  expect(['services', 'T0', 'v2', 'catch'].filter(isLikeToken)).toEqual([])
  expect(['xyzxyzxyz1', '123456', 'a-long-word-in-lower-case'].every(isLikeToken)).toBe(true)
})

test('hides all of a long secret', () => {
  const long = Array.from({ length: 300 }, (_, index) => `${index} of it`).join(', ')
  expect(createRedaction([long])(JSON.stringify({ echo: long }))).toMatch(
    /^\{"echo":"(\[redacted\])+.{0,3}"\}$/,
  )
})
