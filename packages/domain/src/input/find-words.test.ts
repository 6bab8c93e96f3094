import { expect, test } from 'vitest'
import { findWords } from './find-words.ts'

const cases: [string, string[]][] = [
  ['We need a CRM, now', ['We', 'need', 'a', 'CRM', 'now']],
  ['SCRM and CRM2', ['SCRM', 'and', 'CRM2']],
  ["don't can’t C++ C# .NET", ["don't", 'can’t', 'C++', 'C#', 'NET']],
  ['Größe über Привет', ['Größe', 'über', 'Привет']],
  ['CRMを探しています', ['CRM', 'を', '探', 'し', 'て', 'い', 'ま', 'す']],
  ['寻找CRM软件2024年', ['寻', '找', 'CRM', '软', '件', '2024', '年']],
  ['データ', ['デ', 'ー', 'タ']],
  ['หาCRMที่ดี', ['ห', 'า', 'CRM', 'ที่', 'ดี']],
  ['CRM을 찾고 있어요', ['CRM', '을', '찾고', '있어요']],
  ['', []],
]

test.each(cases)('%s', (text, words) => {
  const found = findWords(text)
  expect(found.map((word) => word.text)).toEqual(words)
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(words)
})
