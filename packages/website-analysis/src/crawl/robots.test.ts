import { describe, expect, test } from 'vitest'
import { parseRobots } from './robots.ts'

const isAllowed = (text: string, path: string): boolean =>
  parseRobots(text, 'Signalpost').isAllowed(new URL(path, 'https://example.com'))

describe('parseRobots', () => {
  test.each([
    ['', '/', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['User-agent: *\nDisallow:', '/', true],
    ['user-AGENT: *\ndisALLOW: /private', '/private/x', false],
    ['User-agent: *\nDisallow: /private', '/public', true],
    ['User-agent: other\nDisallow: /', '/', true],
    ['User-agent: signalpost\nAllow: /\n\nUser-agent: *\nDisallow: /', '/', true],
    ['User-agent: Signalpost/2.0\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Signalpost\nDisallow: /a', '/b', true],
    ['User-agent: a\nUser-agent: signalpost\nDisallow: /', '/', false],
    ['User-agent: signalpost\nDisallow: /a\nUser-agent: signalpost\nDisallow: /b', '/b', false],
    ['User-agent: *\nUser-agent: signalpost\nDisallow: /\n\nUser-agent: *\nAllow: /a', '/a', false],
    ['User-agent: signalpost\n\nSitemap: /x\nCrawl-delay: 1\n\nUser-agent: *\nDisallow: /', '/', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php?z', true],
    ['User-agent: *\nDisallow: /*?', '/x?y=1', false],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: *\nDisallow: /x$', '/xy', true],
    ['User-agent: *\nDisallow: /ü', '/%C3%BC', false],
    ['User-agent: *\nDisallow: /%c3%bc', '/ü', false],
    ['User-agent: *\nDisallow: /%7Ejoe/secr%65t', '/~joe/secret', false],
    ['User-agent: *\nDisallow: /~joe', '/%7ejoe', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['User-agent: *\nDisallow: /a%2fb', '/a%2Fb', false],
    ['User-agent: *\nDisallow: /100%', '/100%', false],
    ['# Disallow: /\nUser-agent: * # all\nDisallow: /a # some', '/a', false],
    ['Disallow: /', '/', true],
    ['\ufeffUser-agent: *\r\nDisallow: /', '/', false],
    ['<html>not a robots file</html>', '/', true],
  ])('%j says of %s: %s', (text, path, expected) => {
    expect(isAllowed(text, path)).toBe(expected)
  })

  test.each(['😀', '%C3%BC'])('cuts a long pattern before %s, which it would cut in half', (letter) => {
    const long = `/${'x'.repeat(498)}`
    const text = `User-agent: *\nDisallow: /a\nDisallow: ${long}${letter}`
    expect(['/a', '/b', `${long}${letter}`].map((path) => isAllowed(text, path))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('reads delays and sitemaps', () => {
    const text = 'User-agent: *\nCrawl-delay: 2.5\n\nSitemap: https://example.com/a.xml\nsitemap:/b.xml'
    expect(parseRobots(text, 'Signalpost')).toMatchObject({
      crawlDelayMs: 2_500,
      sitemaps: ['https://example.com/a.xml', '/b.xml'],
    })
    const twice = 'User-agent: *\nCrawl-delay: 3\n\nUser-agent: *\nCrawl-delay: 1'
    expect(parseRobots(twice, 'Signalpost').crawlDelayMs).toBe(3_000)
    expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'Signalpost').crawlDelayMs).toBe(0)
  })

  test('is not held up by patterns that were made for it', () => {
    const rules = Array.from({ length: 5_000 }, (_, index) => `Disallow: /${'a*'.repeat(240)}${index}$`)
    const robots = parseRobots(`User-agent: *\n${rules.join('\n')}`, 'Signalpost')
    const startedMs = performance.now()
    expect(robots.isAllowed(new URL(`https://example.com/${'a'.repeat(590)}`))).toBe(true)
    // Trying each star at each place would take seconds.
    expect(performance.now() - startedMs).toBeLessThan(1_000)
  })
})
