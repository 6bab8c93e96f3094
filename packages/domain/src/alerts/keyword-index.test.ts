import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase } from '../input/fold-case.ts'
import { addKeyword, createKeywordIndex, findByKeywords } from './keyword-index.ts'

test('finds exactly the keywords that a text contains', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', 'σ', ' '), maxLength: 30 })
  const keywords = fc.array(
    fc.string({ unit: fc.constantFrom('A', 'b', 'ß', 'ς', ' '), minLength: 1, maxLength: 6 }),
  )
  fc.assert(
    fc.property(letters, keywords, (text, words) => {
      const index = createKeywordIndex<string>()
      for (const word of words) addKeyword(index, word, word)
      const folded = foldCase(text)
      const expected = words.filter((word) => folded.includes(foldCase(word)))
      expect(findByKeywords(index, folded)).toEqual(new Set(expected))
    }),
    { numRuns: 300 },
  )
})
