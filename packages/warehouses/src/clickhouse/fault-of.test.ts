import { expect, test } from 'vitest'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { faultOf, hideRows } from './fault-of.ts'

const coded = (code: string, message = 'what the server or the system said', type = 'TYPE') =>
  Object.assign(new Error(message), { code, type })

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  '60', // a table that was dropped: it is recreated
  '159', // time
  '209', // a socket's time
  '210', // the network
  '242', // a replica that may not write now
  '999', // Keeper
])('tries again after %s', (code) => {
  expect(faultOf(coded(code))).toBe('retry')
})

test.each(['202', '241', '243', '252'])('waits longer after %s', (code) => {
  expect(faultOf(coded(code))).toBe('throttle')
})

test.each(['81', '164', '192', '193', '497', '516'])('needs a person after %s', (code) => {
  expect(faultOf(coded(code))).toBe('configuration')
})

test.each(['6', '27', '72', '117', '349', '469'])('looks for a row after %s', (code) => {
  expect(faultOf(coded(code))).toBe('data')
})

test('needs a person where TLS cannot be agreed upon, or something is in the way', () => {
  expect(faultOf(coded('EPROTO', 'SSL routines: wrong version number'))).toBe('configuration')
  expect(faultOf(coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'))).toBe('configuration')
  expect(faultOf(new UnusablePlaceError('rename the table'))).toBe('configuration')
})

test('shows nothing of the rows that the server does not take', () => {
  const refused = hideRows(
    coded('27', "expected ',' before: 'Ada wrote this': (at row 3)", 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'),
  )
  expect(refused).toMatchObject({
    message: 'ClickHouse refused the data of a batch: CANNOT_PARSE_INPUT_ASSERTION_FAILED (at row 3)',
  })
  expect(faultOf(refused)).toBe('data')
  const other = coded('252')
  expect(hideRows(other)).toBe(other)
})
