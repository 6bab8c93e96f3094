import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areNearHashes, nearText, normaliseKey, simhash, simhashDistance, titleKey } from './index.ts'

test.for([
  ['https://news.ycombinator.com/item?id=16283924', 'news.ycombinator.com/item?id=16283924'],
  ['http://WWW.Example.com:80/a/?b=2&a=1&utm_source=x#top', 'example.com/a?a=1&b=2'],
  ['https://m.old.example.com/%7euser/%c3%a9/', 'example.com/~user/%C3%A9'],
  ['https://boards.example/jobs/1?gh_src=a&LEVER-source=b&gclid=c', 'boards.example/jobs/1'],
  ['https://www.com/', 'www.com'],
  ['https://example.com:8443//a//', 'example.com:8443//a'],
])('reduces %s to its key', ([url = '', key]) => {
  expect(normaliseKey(url)).toBe(key)
})

test('a key is its own key', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9%/?&=#:@ é.~_+-]{0,40}$/)
  const host = fc.constantFrom('www.m.example.com', 'old.reddit.com', 'x.co:443', 'a.b:80', '127.0.0.1:1')
  fc.assert(
    fc.property(fc.constantFrom('http://', 'https://', ''), host, part, (scheme, name, rest) => {
      const key = normaliseKey(`${scheme}${name}/${rest}`)
      expect(normaliseKey(key)).toBe(key)
    }),
    { numRuns: 10_000 },
  )
})

test('the order of parameters and escapes of plain letters do not change a key', () => {
  const pairs = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}=[a-z0-9]{0,5}$/), { maxLength: 5 })
  fc.assert(
    fc.property(pairs, fc.nat(), (given, turn) => {
      const turned = given.toSorted((a, b) => ((a.length * 7 + turn) % 5) - ((b.length * 7 + turn) % 5))
      const escaped = turned.join('&').replaceAll('a', '%61')
      expect(normaliseKey(`https://example.com/p?${escaped}`)).toBe(
        normaliseKey(`http://www.example.com/p/?${given.join('&')}`),
      )
    }),
    { numRuns: 10_000 },
  )
})

test('two addresses have one key exactly if they show one page', () => {
  const page = fc.record({
    host: fc.constantFrom('example.com', 'jobs.example.com', 'example.org:8443'),
    path: fc.constantFrom('', '/a', '/a/b', '/A', '/%C3%A9'),
    id: fc.nat({ max: 3 }),
  })
  const link = fc.record({
    scheme: fc.constantFrom('http://', 'https://', 'HTTPS://'),
    prefix: fc.constantFrom('', 'www.', 'm.', 'old.'),
    slash: fc.constantFrom('', '/'),
    tracking: fc.constantFrom('', '&utm_source=a', '&gclid=b', '&ref=c'),
    fragment: fc.constantFrom('', '#top'),
  })
  type Page = typeof page extends fc.Arbitrary<infer T> ? T : never
  type Link = typeof link extends fc.Arbitrary<infer T> ? T : never
  const addressOf = ({ host, path, id }: Page, { scheme, prefix, slash, tracking, fragment }: Link) =>
    `${scheme}${prefix}${host}${path}${slash}?id=${id}${tracking}${fragment}`
  fc.assert(
    fc.property(page, page, link, link, (one, other, first, second) => {
      const isOnePage = JSON.stringify(one) === JSON.stringify(other)
      expect(normaliseKey(addressOf(one, first)) === normaliseKey(addressOf(other, second))).toBe(isOnePage)
    }),
    { numRuns: 10_000 },
  )
})

test('hashes are near while at most six of their bits differ', () => {
  expect(areNearHashes('0000000000000000', '000000000000003f')).toBe(true)
  expect(areNearHashes('0000000000000000', '000000000000007f')).toBe(false)
})

test('returns text that is no address as it is', () => {
  expect(normaliseKey('  not an address ')).toBe('not an address')
})

test('title keys ignore case, punctuation and the name of the site', () => {
  const key = titleKey('Looking for a CRM — any recommendations? | Hacker News')
  expect(key).toBe('looking for a crm any recommendations')
  expect(titleKey('LOOKING for a CRM: any recommendations')).toBe(key)
})

test('titles below 20 letters have no key', () => {
  expect(titleKey('Senior Accountant')).toBeUndefined()
})

test('a title key is its own key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 20, maxLength: 80 }), (title) => {
      const key = titleKey(title)
      if (key !== undefined) expect(titleKey(key)).toBe(key)
    }),
  )
})

const words = Array.from({ length: 60 }, (_, at) => `word${at}`)
const long = words.join(' ')

test('texts that differ in few words are near, others are not', () => {
  const edited = `${words.slice(0, -2).join(' ')} last change`
  const other = words.map((word) => `${word}x`).join(' ')
  expect(nearText(long, edited)).toBe(true)
  expect(nearText(long, other)).toBe(false)
  expect(nearText('', '')).toBe(true)
  expect(nearText('', long)).toBe(false)
})

test('the hashes of near texts differ in fewer bits than those of others', () => {
  const edited = `${words.slice(0, -1).join(' ')} changed`
  const other = words.map((word) => `other${word}`).join(' ')
  expect(simhash(long)).toMatch(/^[0-9a-f]{16}$/)
  expect(simhashDistance(simhash(long), simhash(long))).toBe(0)
  expect(simhashDistance(simhash(long), simhash(edited))).toBeLessThanOrEqual(8)
  expect(simhashDistance(simhash(long), simhash(other))).toBeGreaterThan(15)
})
