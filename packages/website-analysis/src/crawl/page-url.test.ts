import { expect, test } from 'vitest'
import { findPageUrl, pageKey, siteOf } from './page-url.ts'

const base = new URL('https://www.example.co.uk/a/b.html')
const keyOf = (href: string): string | undefined => {
  const url = findPageUrl(href, base)
  return url === undefined ? undefined : pageKey(url)
}

test.each([
  ['c.html', 'c.html#top'],
  ['/', 'https://example.co.uk'],
  ['/x', 'http://www.example.co.uk/x/'],
  ['/x/', '/x/index.html'],
  ['/x', '/x?utm_source=mail&utm_medium=x&gclid=1'],
  ['/x?a=1&b=2', '/x?b=2&a=1&fbclid=3'],
  ['/x/y', '/x//y'],
])('takes %s and %s for one page', (one, other) => {
  expect(keyOf(one)).toBeDefined()
  expect(keyOf(one)).toBe(keyOf(other))
})

test.each([
  ['/x', '/y'],
  ['/x', '/x?id=1'],
  ['/x', 'https://shop.example.co.uk/x'],
])('tells %s from %s', (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other))
})

test.each([
  'mailto:a@example.com',
  'javascript:void(0)',
  'tel:+4912345',
  'data:text/html,x',
  '/file.pdf',
  '/picture.JPG?x=1',
  'https://user:secret@example.co.uk/',
  `/${'x'.repeat(700)}`,
  'http://[::1',
])('takes %s for no page', (href) => {
  expect(findPageUrl(href, base)).toBeUndefined()
})

test.each([
  ['https://www.example.co.uk/', 'https://blog.example.co.uk/'],
  ['https://example.com/', 'http://www.example.com/'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/x'],
])('takes %s and %s for one site', (one, other) => {
  expect(siteOf(new URL(one))).toBe(siteOf(new URL(other)))
})

test.each([
  ['https://example.co.uk/', 'https://other.co.uk/'],
  ['https://one.github.io/', 'https://two.github.io/'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:5432/'],
  ['https://example.com/', 'https://example.com:8443/'],
])('takes %s and %s for two sites', (one, other) => {
  expect(siteOf(new URL(one))).not.toBe(siteOf(new URL(other)))
})
