import { expect, test } from 'vitest'
import { describeCause } from './describe-cause.ts'

test.each([
  ['a secret', { key: 'hush-hush' }, 'the key hush-hush is wrong', 'the key *** is wrong'],
  [
    'a password in a URL',
    { url: 'postgres://ann:s3cr%2Ft@host/db' },
    'no s3cr/t, no s3cr%2Ft',
    'no ***, no ***',
  ],
  ['a whole URL', { url: 'https://host/?token=1' }, 'GET https://host/?token=1 failed', 'GET *** failed'],
  ['lines of a key', { key: '-----BEGIN-----\nabcd\nefgh\n' }, 'bad key: abcd\nefgh', 'bad key: *** ***'],
  ['lines of a key in JSON', { key: '{"k":"-----\\nabcd\\n"}' }, 'bad key: abcd', 'bad key: ***'],
  ['lines', {}, 'one\n  two', 'one two'],
])('leaves %s out of the description', (_what, secrets, message, expected) => {
  expect(describeCause(new Error(message), secrets)).toBe(expected)
})

test('describes an error without a message, and shortens a long one', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  expect(describeCause(new AggregateError([refused, new Error('other')]), {})).toBe('ECONNREFUSED; other')
  expect(describeCause('text', {})).toBe('text')
  expect(describeCause(new Error('x'.repeat(1_000)), {})).toHaveLength(500)
})
