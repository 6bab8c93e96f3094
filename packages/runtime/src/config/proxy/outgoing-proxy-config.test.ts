import { describe, expect, test } from 'vitest'
import { commonConfigSchema } from '../common-config.ts'
import { readConfig } from '../read-config.ts'
import { outgoingProxyOf } from './outgoing-proxy-config.ts'

function read(except: string | undefined, proxy: string | undefined = 'http://proxy.example.com:3128') {
  return outgoingProxyOf(
    readConfig(commonConfigSchema, {
      SIGNALPOST_OUTGOING_PROXY: proxy,
      SIGNALPOST_OUTGOING_PROXY_EXCEPT: except,
    }),
  )
}

describe('the exceptions of the proxy', () => {
  const proxy = read('smtp.example.com, .Corp.example, *.svc, 192.0.2.0/24, 2001:db8::/32, relay')

  test.each([
    ['smtp.example.com', true],
    ['SMTP.example.com.', true],
    ['a.smtp.example.com', false],
    ['example.com', false],
    ['a.corp.example', true],
    ['corp.example', false],
    ['evilcorp.example', false],
    ['clickhouse.data.svc', true],
    ['192.0.2.7', true],
    ['192.0.3.7', false],
    ['2001:db8::1', true],
    ['relay', true],
  ])('are matched by %s: %s', (host, expected) => {
    expect(proxy?.isExcepted(host)).toBe(expected)
  })

  test('are available as names to libraries that decide by themselves', () => {
    expect(proxy?.exceptedNames).toEqual(['smtp.example.com', '.corp.example', '.svc', 'relay'])
  })
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['192.168.1.1', true],
  ['fd00::1', true],
  ['localhost', true],
  ['clickhouse', true],
  ['a.localhost', true],
  ['93.184.215.14', false],
  ['2606:2800::1', false],
  ['accounts.example.com', false],
])('a host in the own network needs no proxy: %s is %s', (host, expected) => {
  expect(read(undefined)?.isNear(host)).toBe(expected)
  expect(read(undefined)?.isExcepted(host)).toBe(false)
})

test('without a proxy there is none, whatever its exceptions', () => {
  expect(read('example.com', '')).toBeUndefined()
})
