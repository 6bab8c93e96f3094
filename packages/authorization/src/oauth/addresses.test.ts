import { expect, test } from 'vitest'
import {
  describeResource,
  findAssistantAddresses,
  isOurHost,
  isOurResource,
  loopbackUrlOf,
  readScopes,
} from './addresses.ts'

const here = { apiUrl: 'http://127.0.0.1:4200' }
const there = { apiUrl: 'https://signals.example.com' }

test.each([
  [here, 'http://127.0.0.1:4200/mcp'],
  [here, 'http://localhost:4200/mcp/'],
  [here, 'http://[::1]:4200/mcp'],
  [there, 'https://signals.example.com/mcp'],
  [there, 'https://SIGNALS.example.com:443/mcp/'],
])('%j is the resource %s', (addresses, resource) => {
  expect(isOurResource(addresses, resource)).toBe(true)
})

test.each([
  [here, 'http://127.0.0.1:4201/mcp'],
  [here, 'https://127.0.0.1:4200/mcp'],
  [here, 'http://localhost.evil.example:4200/mcp'],
  [here, 'http://user@localhost:4200/mcp'],
  [here, 'http://localhost:4200/v1'],
  [here, 'http://localhost:4200/mcp?x'],
  [here, 'http://localhost:4200/mcp#'],
  [here, '/mcp'],
  [there, 'http://signals.example.com/mcp'],
  [there, 'https://localhost/mcp'],
  [there, 'https://signals.example.com.evil.example/mcp'],
])('%j is not the resource %s', (addresses, resource) => {
  expect(isOurResource(addresses, resource)).toBe(false)
})

test.each([
  [here, 'localhost:4200', true],
  [here, '[::1]:4200', true],
  [here, 'evil.example:4200', false],
  [here, 'localhost', false],
  [here, 'localhost:4200/x', false],
  [here, 'a@localhost:4200', false],
  [here, '', false],
  [there, 'Signals.example.com', true],
  [there, 'localhost', false],
])('%j answers for the host %s: %s', (addresses, host, isOurs) => {
  expect(isOurHost(addresses, host)).toBe(isOurs)
})

test('the metadata of the resource names the host that was asked', () => {
  const addresses = { ...here, consoleUrl: 'http://127.0.0.1:4400' }
  expect(describeResource(addresses, 'localhost:4200')).toMatchObject({
    resource: 'http://localhost:4200/mcp',
    authorization_servers: ['http://127.0.0.1:4200'],
  })
})

test.each([
  [undefined, undefined, 'SIGNALPOST_PUBLIC_URL is not set, and SIGNALPOST_CONSOLE_URL is not set'],
  ['https://a.example', undefined, 'SIGNALPOST_CONSOLE_URL is not set'],
  ['http://a.example', 'https://b.example', 'SIGNALPOST_PUBLIC_URL is neither https nor on this machine'],
  ['https://a.example', 'http://b.example', 'SIGNALPOST_CONSOLE_URL is neither https nor on this machine'],
])('with %s and %s, it says what is missing', (apiUrl, consoleUrl, missing) => {
  expect(findAssistantAddresses({ apiUrl, consoleUrl })).toEqual({ missing })
})

test('the issuer is the origin of the address of the API', () => {
  const found = findAssistantAddresses({
    apiUrl: 'https://a.example/signals',
    consoleUrl: 'https://b.example',
  })
  expect(found).toEqual({ apiUrl: 'https://a.example', consoleUrl: 'https://b.example' })
})

test.each([
  ['127.0.0.1', 4200, 'http://127.0.0.1:4200'],
  ['::1', 4200, 'http://[::1]:4200'],
  ['localhost', 4200, 'http://localhost:4200'],
  ['0.0.0.0', 4200, undefined],
  ['::', 4200, undefined],
  ['10.0.0.1', 4200, undefined],
  ['127.0.0.1', 0, undefined],
])('a process that listens at %s:%i is reached at %s', (host, port, url) => {
  expect(loopbackUrlOf(host, port)).toBe(url)
})

test('a request for no scope of ours, or for none, is for all of them', () => {
  expect(readScopes('openid signals:read offline_access email')).toEqual(['signals:read'])
  for (const asked of [null, '', 'openid email']) expect(readScopes(asked)).toHaveLength(8)
})
