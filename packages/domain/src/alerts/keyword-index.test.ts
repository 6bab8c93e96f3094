import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addKeyword, createKeywordIndex, findByKeywords, foldText } from './keyword-index.ts'

test('finds exactly the keywords that a text contains', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', 'σ', ' '), maxLength: 30 })
  const keywords = fc.array(
    fc.string({ unit: fc.constantFrom('A', 'b', 'ß', 'ς', ' '), minLength: 1, maxLength: 6 }),
  )
  fc.assert(
    fc.property(letters, keywords, (text, words) => {
      const index = createKeywordIndex<string>()
      for (const word of words) addKeyword(index, word, word)
      const folded = foldText(text)
      const expected = words.filter((word) => folded.includes(foldText(word)))
      expect(findByKeywords(index, folded)).toEqual(new Set(expected))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['the sales\nforce', 'Sales Force'],
  ['the sales \r\n  force', 'sales  force'],
  ['CRMを探しています', 'crm'],
  ['安価な顧客管理ソフト', '顧客管理'],
])('%j says %j', (text, keyword) => {
  const index = createKeywordIndex<string>()
  addKeyword(index, keyword, 'found')
  expect(findByKeywords(index, foldText(text))).toEqual(new Set(['found']))
})
