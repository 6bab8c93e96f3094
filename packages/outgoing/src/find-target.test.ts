import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTarget, type Policy } from './find-target.ts'

type Lookup = Parameters<typeof findTarget>[2]

const strict: Policy = { allowedNetworks: { has: () => false }, plainHttp: false, publicPorts: undefined }
const crawling: Policy = { ...strict, plainHttp: true, publicPorts: [80, 443] }
const local: Policy = { ...strict, allowedNetworks: { has: (address) => address.startsWith('127.') } }
const noNames: Lookup = () => Promise.reject(new Error('no name is resolved here'))

function answering(...addresses: string[]): Lookup {
  return () => Promise.resolve(addresses)
}

async function verdictOf(url: string, policy = strict, lookup = noNames): Promise<string> {
  try {
    const { addresses } = await findTarget(url, policy, lookup)
    return addresses.join()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'a bug'
  }
}

/** Spellings that URL parsers and system resolvers read as the address. */
const spellings = fc
  .record({
    octets: fc.constantFrom(
      [127, 0, 0, 1],
      [10, 1, 2, 3],
      [169, 254, 169, 254],
      [192, 168, 0, 1],
      [0, 0, 0, 0],
    ),
    parts: fc.integer({ min: 1, max: 4 }),
    bases: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
    dot: fc.constantFrom('.', '%2e', '。', '．'),
    end: fc.constantFrom('', '.'),
  })
  .map(({ octets, parts, bases, dot, end }) => {
    const last = octets.slice(parts - 1).reduce<number>((value, octet) => value * 256 + octet, 0)
    const numbers = [...octets.slice(0, parts - 1), last]
    return numbers.map((number, index) => inBase(number, bases[index] ?? 10)).join(dot) + end
  })

function inBase(number: number, base: number): string {
  const prefix = { 8: '0', 16: '0x' }[base] ?? ''
  return prefix + number.toString(base)
}

test('findTarget refuses an internal IPv4 address in every spelling', async () => {
  await fc.assert(
    fc.asyncProperty(spellings, async (host) => {
      const verdict = await verdictOf(`https://${host}/`)
      expect(`${host} ${verdict}`).toBe(`${host} address_refused`)
    }),
  )
})

test.each([
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0000:0000:0000:0000:0000:ffff:0a00:0001]/',
  'https://[::127.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[fd00:ec2::254]/latest/meta-data',
  'https://[fe80::1]/',
  'https://①②⑦.⓪.⓪.①/',
])('findTarget refuses %s', async (url) => expect(await verdictOf(url)).toBe('address_refused'))

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://',
  'https://[fe80::1%25eth0]/',
  'https://1.2.3.4.5/',
  'https://256.1.1.1/',
  'example.com',
  '//example.com/',
  '',
])('findTarget refuses the URL %s', async (url) => {
  expect(await verdictOf(url, crawling, answering('8.8.8.8'))).toBe('url_refused')
})

test.each([
  '127.0.0.1',
  '8.8.8.8 10.0.0.1',
  '10.0.0.1 8.8.8.8',
  '2606:4700::1 ::1',
  'fe80::1%eth0',
  'localhost',
])('findTarget refuses a name that resolves to %s', async (addresses) => {
  const lookup = answering(...addresses.split(' '))
  expect(await verdictOf('https://example.com/', strict, lookup)).toBe('address_refused')
})

test('findTarget resolves a name once and answers with every address of it', async () => {
  const asked: string[] = []
  const lookup: Lookup = (hostname) => {
    asked.push(hostname)
    return Promise.resolve(['8.8.8.8', '2606:4700::1'])
  }
  expect(await verdictOf('https://Example.com:8443/', strict, lookup)).toBe('8.8.8.8,2606:4700::1')
  expect(asked).toEqual(['example.com'])
})

test('findTarget tells a name without addresses apart', async () => {
  expect(await verdictOf('https://example.com/', strict, answering())).toBe('dns_failed')
  expect(await verdictOf('https://example.com/')).toBe('dns_failed')
})

test('findTarget wants https for public addresses, save where plain http is allowed', async () => {
  expect(await verdictOf('http://8.8.8.8/')).toBe('protocol_refused')
  expect(await verdictOf('http://8.8.8.8/', crawling)).toBe('8.8.8.8')
})

test('findTarget keeps to the ports of public addresses where they are named', async () => {
  expect(await verdictOf('https://8.8.8.8:6379/')).toBe('8.8.8.8')
  expect(await verdictOf('https://8.8.8.8:6379/', crawling)).toBe('port_refused')
  expect(await verdictOf('http://8.8.8.8:443/', crawling)).toBe('8.8.8.8')
})

test('findTarget reaches an allowed address in any way, and only when all addresses are allowed', async () => {
  const both = answering('127.0.0.1', '8.8.8.8')
  expect(await verdictOf('http://127.0.0.1:8080/', local)).toBe('127.0.0.1')
  expect(await verdictOf('http://[::ffff:127.0.0.1]:8080/', local)).toBe('::ffff:7f00:1')
  expect(await verdictOf('http://10.0.0.1:8080/', local)).toBe('address_refused')
  expect(await verdictOf('http://example.com/', local, both)).toBe('protocol_refused')
  expect(await verdictOf('https://example.com/', local, both)).toBe('127.0.0.1,8.8.8.8')
})
