import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

const texts = fc.string({
  unit: fc.oneof(
    fc.constant('👩‍👩‍👧‍👦'),
    fc.constant('e\u0301'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
})

test('keeps text that fits, and marks the cut', () => {
  expect(cutText('four', 4)).toBe('four')
  expect(cutText('fives', 4)).toBe('fiv…')
  expect(cutText('one two', 5)).toBe('one…')
})

test('never keeps half of a visible character', () => {
  expect(cutText('a👩‍👩‍👧‍👦b', 6)).toBe('a…')
  expect(cutText('cafe\u0301s', 5)).toBe('caf…')
  expect(cutText(`z${'\u0301'.repeat(50)}`, 10)).toBe(`z${'\u0301'.repeat(8)}…`)
})

test('returns a well-formed prefix of the text within the limit', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 60 }), (text, max) => {
      const cut = cutText(text, max)
      expect(cut.length).toBeLessThanOrEqual(max)
      expect(cut.isWellFormed()).toBe(true)
      if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true)
    }),
  )
})
