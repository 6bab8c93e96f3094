import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './is-public-address.ts'

/** The first and the last address of each refused range, and the neighbours outside if those are public. */
const ipv4Ranges: [first: string, last: string, before: string | undefined, after: string | undefined][] = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
]

const ipv6Ranges: typeof ipv4Ranges = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2000::'],
  [
    '2001::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::1', '2001:db9::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::1', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::1', undefined],
]

const special = [
  '::1',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::5ef5:79fb:1234:5678:f7f7:f7f7',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
]

const privateIpv4 = ipv4Ranges.flatMap(([first, last]) => new Set([first, last]).values().toArray())
const publicIpv4 = ipv4Ranges.flatMap(([, , before, after]) =>
  [before, after].filter((one) => one !== undefined),
)

test.each([...ipv4Ranges, ...ipv6Ranges])(
  'isPublicAddress refuses %s to %s and not its neighbours',
  (first, last, ...outside) => {
    expect([first, last].filter(isPublicAddress)).toEqual([])
    const neighbours = outside.filter((one) => one !== undefined)
    expect(neighbours.filter(isPublicAddress)).toEqual(neighbours)
  },
)

test.each(special)('isPublicAddress refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['', 'localhost', '1.2.3', '01.2.3.4', '0x7f000001', '[::1]', '1.2.3.4 ', '1.2.3.4/32'])(
  'isPublicAddress refuses what is no address: %j',
  (text) => expect(isPublicAddress(text)).toBe(false),
)

test.each(['8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
  'isPublicAddress takes %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test('isPublicAddress judges an IPv6 address by the IPv4 address at which it ends', () => {
  fc.assert(
    fc.property(fc.constantFrom(...privateIpv4), fc.nat(0xffff), (address, any) => {
      expect(embeddings(address, any).filter(isPublicAddress)).toEqual([])
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...publicIpv4), fc.nat(0xffff), (address, any) => {
      const whole = embeddings(address, any).slice(0, 4)
      expect(whole.filter(isPublicAddress)).toEqual(whole)
    }),
  )
})

test('isPublicAddress says the same of every spelling of an IPv6 address', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), fc.nat(6), (groups, at) => {
      const zeros = groups.map((group, index) => (index >= at && index < at + 2 ? 0 : group))
      const long = zeros.map((group) => group.toString(16).padStart(4, '0')).join(':')
      const hex = zeros.map((group) => group.toString(16))
      const short = `${hex.slice(0, at).join(':')}::${hex.slice(at + 2).join(':')}`
      const verdict = isPublicAddress(long)
      expect([isPublicAddress(short), isPublicAddress(long.toUpperCase())]).toEqual([verdict, verdict])
    }),
  )
})

/** Returns the forms that end at the IPv4 address first, then those that only contain it. */
function embeddings(ipv4: string, any: number): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  const high = (a * 256 + b).toString(16)
  const low = (c * 256 + d).toString(16)
  const inverted = [a * 256 + b, c * 256 + d].map((group) => (0xffff - group).toString(16)).join(':')
  const other = any.toString(16)
  return [
    `::ffff:${ipv4}`,
    `0:0:0:0:0:FFFF:${high}:${low}`,
    `64:ff9b::${ipv4}`,
    `2002:${high}:${low}:${other}::1`,
    `::${ipv4}`,
    `64:ff9b:1:${other}::${ipv4}`,
    `2001:0:${other}:1:2:3:${inverted}`,
    `2606:4700:${other}:1:0:5efe:${high}:${low}`,
    `2606:4700:${other}:1:200:5efe:${high}:${low}`,
  ]
}
