import { expect, test } from 'vitest'
import { readQuery, reasonAgainst } from './match-query.ts'

test('reads quotes, groups, OR, | and what is unwanted; fields are the platform’s', () => {
  const query =
    '(site:a.example OR site:b.example) ("cold chain" OR freight) AND buyer | seller -intern NOT (spam OR "get rich")'
  expect(readQuery(query)).toEqual({
    wanted: [
      ['cold chain', 'freight'],
      ['buyer', 'seller'],
    ],
    unwanted: ['intern', 'spam', 'get rich'],
  })
})

test('leaves words without quotes to the platform where it matches them', () => {
  expect(readQuery('"Ask HN" cold -intern', { phrasesOnly: true })).toEqual({
    wanted: [['Ask HN']],
    unwanted: ['intern'],
  })
})

test('any text is a query', () => {
  for (const query of ['', '"', '(', ')', '((a)', '-', '"" ()', 'OR', 'a OR', 'NOT', ':', 'x:y']) {
    expect(
      readQuery(query)
        .wanted.flat()
        .every((term) => term.trim() !== ''),
    ).toBe(true)
  }
})

const cases = [
  ['We fixed the COLD-CHAIN today', '"cold chain"', undefined],
  ['Cold chains are hard', '"cold chain"', undefined],
  ['Cold chaining is hard', '"cold chain"', 'it does not say "cold chain"'],
  ['A class of glasses', '"glass"', 'it does not say "glass"'],
  ['C++ and C#', 'c++ c#', undefined],
  ['Straße', '"STRASSE"', undefined],
  ['An intern for freight', 'freight -intern', 'it says "intern"'],
  ['Internal freight', 'freight -intern', undefined],
  ['CRMを探しています', 'CRM', undefined],
  ['SCRM', 'CRM', 'it does not say "CRM"'],
  ['安価な顧客管理ソフト', '"顧客管理"', undefined],
  ['顧客を管理', '"顧客管理"', 'it does not say "顧客管理"'],
  ['the sales\nforce', '"sales force"', undefined],
  ['We don’t', '"don\'t"', undefined],
  ['No word of it', '("a b" OR "c")', 'it does not say "a b" or "c"'],
] as const

test.each(cases)('%s / %s', (text, query, reason) => {
  expect(reasonAgainst(text, readQuery(query))).toBe(reason)
})
