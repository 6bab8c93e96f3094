import { expect, test } from 'vitest'
import { urlOfPort } from './url-of-port.ts'

test('turns an address to listen on into one to connect to', () => {
  expect(urlOfPort('0.0.0.0', 1)).toBe('http://127.0.0.1:1')
  expect(urlOfPort('::', 1)).toBe('http://127.0.0.1:1')
  expect(urlOfPort('::1', 1)).toBe('http://[::1]:1')
})
