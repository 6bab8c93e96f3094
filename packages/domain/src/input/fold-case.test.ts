import { describe, expect, test } from 'vitest'
import { foldCase } from './fold-case.ts'

describe('foldCase', () => {
  test.each([
    ['Leads', 'LEADS'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['İstanbul', 'i̇stanbul'],
    ['ŉ', 'ʼN'],
    ['ﬃ', 'FFI'],
    ['µ', 'μ'],
    ['ſ', 'S'],
    ['Ꭰ', 'ꭰ'],
  ])('folds %s and %s to one text', (a, b) => {
    expect(foldCase(a)).toBe(foldCase(b))
    expect(foldCase(foldCase(a))).toBe(foldCase(a))
  })

  test.each([
    ['ılık', 'ilik'],
    ['é', 'e'],
    ['İ', 'i'],
    ['a', 'ａ'],
  ])('folds %s and %s to different texts', (a, b) => {
    expect(foldCase(a)).not.toBe(foldCase(b))
  })
})
