import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { findDigest } from './find-digest.ts'

const digest = randomBytes(32)
const hex = digest.toString('hex')
const base64 = digest.toString('base64')

test('reads 64 lower-case hex digits and padded standard base64', () => {
  expect(findDigest(hex, 'hex')).toEqual(digest)
  expect(findDigest(base64, 'base64')).toEqual(digest)
})

test.each([
  ['nothing', ''],
  ['an odd number of digits', hex.slice(1)],
  ['31 bytes', hex.slice(2)],
  ['33 bytes', `${hex}00`],
  ['upper-case digits', 'ABCDEF0123456789'.repeat(4)],
  ['one letter that is no digit', `${hex.slice(0, 63)}g`],
  ['a space before', ` ${hex}`],
  ['a line feed after', `${hex}\n`],
  ['a letter beyond ASCII', `${hex.slice(0, 63)}é`],
])('refuses hex with %s', (_, text) => {
  expect(findDigest(text, 'hex')).toBeUndefined()
})

const zeros = Buffer.alloc(32).toString('base64')

test.each([
  ['nothing', ''],
  ['no padding', base64.slice(0, 43)],
  ['too much padding', `${base64.slice(0, 42)}==`],
  ['31 bytes', Buffer.alloc(31).toString('base64')],
  ['33 bytes', Buffer.alloc(33).toString('base64')],
  ['the URL alphabet', Buffer.alloc(32, 0xff).toString('base64url').concat('=')],
  ['bits after the last byte', `${zeros.slice(0, 42)}B=`],
  ['a space inside', `${base64.slice(0, 20)} ${base64.slice(21)}`],
  ['a line feed after', `${base64}\n`],
])('refuses base64 with %s', (_, text) => {
  expect(findDigest(text, 'base64')).toBeUndefined()
})
