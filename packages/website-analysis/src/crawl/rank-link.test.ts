import { expect, test } from 'vitest'
import { isEndless, rankLink, shapeOf } from './rank-link.ts'

const home = new URL('https://example.com/')
const rank = (path: string, text = '') => rankLink({ url: new URL(path, home), text }, home)

test('puts what a company sells before what everybody has', () => {
  const paths = [
    '/products/flow',
    '/customers',
    '/pricing',
    '/about',
    '/contact',
    '/blog/post',
    '/careers',
    '/privacy',
    '/login',
  ]
  expect(paths.toSorted((a, b) => rank(b) - rank(a))).toEqual(paths)
})

test('puts another language and addresses with queries after', () => {
  expect(rank('/fr/products')).toBeLessThan(rank('/products'))
  expect(rank('/products?page=2')).toBeLessThan(rank('/products'))
})

test('reads the text of a link where its address says nothing', () => {
  expect(rank('/p/17', 'Our products')).toBeGreaterThan(rank('/p/18', 'Something'))
})

test('sees pages of an archive as alike', () => {
  expect(shapeOf(new URL('/calendar/2026/11', home))).toBe(shapeOf(new URL('/calendar/2027/12', home)))
  expect(shapeOf(new URL('/products/flow', home))).not.toContain('#')
})

test.each(['/a/b/a/b/a/b', '/x/x/x', '/1/2/3/4/5/6/7/8/9'])('sees %s as endless', (path) => {
  expect(isEndless(new URL(path, home))).toBe(true)
})
