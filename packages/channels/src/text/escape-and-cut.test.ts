import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wildTexts } from '../test-support/random-alerts.ts'
import { escapeAndCut } from './escape-and-cut.ts'

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

test('escapes the three characters that begin markup once', () => {
  expect(escapeAndCut('<!channel> & &amp;', 100)).toBe('&lt;!channel&gt; &amp; &amp;amp;')
})

test('counts the length of entities and cuts none', () => {
  expect(escapeAndCut('a<<<', 10)).toBe('a&lt;&lt;…')
  expect(escapeAndCut('a&&', 8)).toBe('a&amp;…')
  expect(escapeAndCut('a&', 6)).toBe('a&amp;')
  expect(escapeAndCut('a&', 5)).toBe('a…')
})

test('returns text within the limit that unescapes to a prefix of the input', () => {
  fc.assert(
    fc.property(wildTexts, fc.integer({ min: 2, max: 4000 }), (wild, max) => {
      const text = wild.toWellFormed()
      const escaped = escapeAndCut(text, max)
      expect(escaped.length).toBeLessThanOrEqual(max)
      expect(escaped.isWellFormed()).toBe(true)
      expect(escaped).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/)
      const plain = unescapeText(escaped)
      if (plain !== text) expect(text.startsWith(plain.slice(0, -1))).toBe(true)
    }),
    { numRuns: 60 },
  )
})
