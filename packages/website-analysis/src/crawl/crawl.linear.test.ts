import { expectLinear } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { findLocations } from './read-sitemaps.ts'
import { parseRobots } from './robots.ts'

const url = new URL('https://example.com/a/')

test('keeps 300 labels, 1,000 links and 100 items of a page', () => {
  const item = '{"@type":"Thing"}'
  const page = readPage(
    `<nav>${Array.from({ length: 2_000 }, (_, index) => `<a href="/${index}">Label ${index}</a>`).join('')}</nav>
     ${`<script type="application/ld+json">[${Array(90).fill(item).join()}]</script>`.repeat(50)}`,
    url,
  )
  expect([page.labels.length, page.links.length, page.items.length]).toEqual([300, 1_000, 100])
})

test('ignores a base that is longer than any address of a page', () => {
  const { links } = readPage(`<base href="/${'x'.repeat(3_000)}/"><a href="y">y</a>`, url)
  expect(links[0]?.url.href).toBe('https://example.com/a/y')
})

describe('the time of reading a page grows with its length', () => {
  test.each([
    ['menu labels', (n: number) => `<nav>${'<a href="/x">Label</a>'.repeat(n)}</nav>`],
    [
      'links that lead nowhere',
      (n: number) => `<base href="/${'x'.repeat(n)}/">${'<a href="y">y</a>'.repeat(n)}`,
    ],
    ['items', (n: number) => '<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(n)],
    ['an endless title', (n: number) => `<title>${'word &amp; '.repeat(n)}`],
    ['nested elements', (n: number) => '<i>'.repeat(n)],
    ['elements that are closed in another order', (n: number) => `${'<i>'.repeat(n)}${'</p>'.repeat(n)}`],
    ['paragraphs', (n: number) => '<p>A few words of text, and more.</p>'.repeat(n)],
    ['spaces', (n: number) => `<p>${' \n\t'.repeat(n)}`],
    ['classes', (n: number) => `<p class="${'nav-ish '.repeat(n)}">x</p>`],
    ['attributes', (n: number) => `<p style="${'display '.repeat(n)}">x</p>`],
    ['metas', (n: number) => '<meta name="description" content=" ">'.repeat(n)],
  ])('%s', async (_, input) => {
    await expectLinear({ input, run: (html) => readPage(html, url), from: 2_048, upTo: 32_768 })
  })
})

describe('the time of reading a sitemap grows with its length', () => {
  test.each([
    ['locations', (n: number) => '<loc>https://example.com/x</loc>'.repeat(n)],
    ['locations of spaces', (n: number) => `<loc>${' '.repeat(n)}`.repeat(2)],
    ['openings', (n: number) => '<loc><![CDATA['.repeat(n)],
  ])('%s', async (_, input) => {
    await expectLinear({ input, run: (xml) => [...findLocations(xml)], upTo: 65_536 })
  })

  test('and stops at 5,000 locations', () => {
    expect([...findLocations('<loc>/x</loc>'.repeat(20_000))]).toHaveLength(5_000)
  })
})

describe('the time of reading a robots.txt grows with its length', () => {
  test.each([
    ['groups', (n: number) => 'User-agent: *\nDisallow: /a\n'.repeat(n)],
    ['agents', (n: number) => 'User-agent: x\n'.repeat(n)],
    ['an agent of slashes', (n: number) => `User-agent: ${'/'.repeat(n)}\u2028x`],
    ['sitemaps', (n: number) => 'Sitemap: /x\n'.repeat(n)],
    ['a line of letters', (n: number) => 'a'.repeat(n)],
    ['a line of spaces', (n: number) => `a${' '.repeat(n)}b`],
    ['stars', (n: number) => `User-agent: *\nDisallow: /${'*'.repeat(n)}`],
  ])('%s', async (_, input) => {
    const run = (text: string) =>
      parseRobots(text, 'Signalpost').isAllowed(new URL('https://example.com/abc'))
    await expectLinear({ input, run, upTo: 65_536 })
  })

  test('and keeps 20 sitemaps', () => {
    expect(parseRobots('Sitemap: /x\n'.repeat(1_000), 'Signalpost').sitemaps).toHaveLength(20)
  })
})
