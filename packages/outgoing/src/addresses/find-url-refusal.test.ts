import { expect, test } from 'vitest'
import { findUrlRefusal } from './find-url-refusal.ts'

const none = { has: () => false, isEmpty: true }
const loopback = { has: (address: string) => address === '127.0.0.1' }

test.each([
  ['https://hooks.example.com/x', undefined],
  ['https://8.8.8.8/x', undefined],
  ['https://[2606:4700::1111]/x', undefined],
  ['http://hooks.example.com/x', 'protocol_refused'],
  ['http://8.8.8.8/x', 'protocol_refused'],
  ['https://127.0.0.1/x', 'address_refused'],
  ['https://10.0.0.1/x', 'address_refused'],
  ['https://169.254.169.254/latest', 'address_refused'],
  ['https://0x7f000001/x', 'address_refused'],
  ['https://2130706433/x', 'address_refused'],
  ['https://[::1]/x', 'address_refused'],
  ['https://[::ffff:10.0.0.1]/x', 'address_refused'],
  ['https://localhost/x', 'address_refused'],
  ['https://hooks.LOCALHOST./x', 'address_refused'],
])('judges %s without looking up its name: %s', (url, refusal) => {
  expect(findUrlRefusal(url, none)).toBe(refusal)
})

test.each([
  ['http://127.0.0.1:8080/x', undefined],
  ['http://localhost/x', undefined],
  ['http://[::ffff:127.0.0.1]/x', undefined],
  // Its name may resolve to an allowed address.
  ['http://hooks.internal/x', undefined],
  ['http://10.0.0.1/x', 'address_refused'],
  ['http://8.8.8.8/x', 'protocol_refused'],
])('judges %s by the networks that the operator allows: %s', (url, refusal) => {
  expect(findUrlRefusal(url, loopback)).toBe(refusal)
})
