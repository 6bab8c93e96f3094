import { expect, test } from 'vitest'
import { noNetworks, parseNetworks } from '../config/networks.ts'
import { clientAddress } from './client-address.ts'

const proxies = parseNetworks('10.0.0.0/8,fd00::/8') ?? noNetworks

test.each([
  ['a direct peer', '203.0.113.9', undefined, '203.0.113.9'],
  ['a direct peer that forges a hop', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['one trusted proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['hops before the nearest untrusted one', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['a chain of trusted proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2, fd00::2', '203.0.113.9'],
  ['nothing but trusted hops', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['no header at a trusted proxy', '10.0.0.1', undefined, '10.0.0.1'],
  ['a hop that is no address', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
  ['a hop with a port', '10.0.0.1', '203.0.113.9:5123', '203.0.113.9'],
  ['an IPv6 hop with brackets and port', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['a peer on a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a peer with a zone', 'fd00::1%eth0', '203.0.113.9', '203.0.113.9'],
])('clientAddress finds the client behind %s', (_case, remoteAddress, forwarded, expected) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(clientAddress({ socket: { remoteAddress }, headers }, proxies)).toBe(expected)
})
