import { expect, test } from 'vitest'
import { AnswerError } from '../network/answer-error.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { faultOf, hideRows } from './fault-of.ts'

const coded = (code: string, message = 'what the server or the system said') =>
  Object.assign(new Error(message), { code })

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '08006', // connection failure
  '40001', // serialization failure
  '40P01', // deadlock
  '53100', // disk full
  '53300', // too many connections
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // shutdown
  '57P03', // starting up
  '25006', // read-only, as on a standby
  'XX000',
])('tries again after %s', (code) => {
  expect(faultOf(coded(code))).toBe('retry')
})

test.each([
  '28P01', // wrong password
  '28000', // not let in
  '3D000', // no such database
  '42501', // no right
  '42P01', // no such table
  '42P10', // no key to merge by
  '0A000',
])('needs a person after %s', (code) => {
  expect(faultOf(coded(code))).toBe('configuration')
})

test.each([
  '22008', // an impossible date
  '22021', // a character that the encoding lacks
  '22P02',
  '23502',
  '23514',
  '54000', // too large
])('looks for a row after %s', (code) => {
  expect(faultOf(coded(code))).toBe('data')
})

test('needs a person where TLS or a password cannot be agreed upon', () => {
  expect(faultOf(new AnswerError('tls_missing'))).toBe('configuration')
  expect(faultOf(coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'))).toBe('configuration')
  expect(faultOf(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'))).toBe(
    'configuration',
  )
  expect(faultOf(new UnusablePlaceError('rename the table'))).toBe('configuration')
})

test('shows nothing of a value that a type refuses', () => {
  const error = Object.assign(coded('22P02', 'invalid input syntax for type bigint: "Ada wrote this"'), {
    where: 'COPY signalpost_staged, line 3, column body: "Ada wrote this"',
  })
  const hidden = hideRows(error)
  expect(hidden).toMatchObject({
    message: 'PostgreSQL refused a value of the column body (SQLSTATE 22P02).',
  })
  expect(faultOf(hidden)).toBe('data')
  const other = coded('23514')
  expect(hideRows(other)).toBe(other)
})

test('tries again after what it does not know', () => {
  expect(faultOf(new Error('Connection terminated unexpectedly'))).toBe('retry')
  expect(faultOf('no error at all')).toBe('retry')
})
