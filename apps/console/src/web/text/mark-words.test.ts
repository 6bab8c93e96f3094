import { expect, test } from 'vitest'
import { markWords } from './mark-words.ts'

const marked = (text: string, words: readonly string[]) =>
  markWords(text, words)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test('marks whole words in any case, the longer of two that begin alike', () => {
  expect(marked('Our CRM is no crm team, but scrms', ['crm', 'crm team'])).toBe(
    'Our [CRM] is no [crm team], but scrms',
  )
  expect(marked('Große KÜCHE', ['küche'])).toBe('Große [KÜCHE]')
})

test('takes signs of patterns as they are', () => {
  expect(marked('C++ (or .NET) a-b [x] $1 a/b', ['c++', '.net', 'a-b', '[x]', '$1', 'a/b', '('])).toBe(
    '[C++] (or [.NET]) [a-b] [[x]] [$1] [a/b]',
  )
})

test('loses no character of the text, whatever the words are', () => {
  for (const words of [[], ['', ' '], ['<b>', '\u202e', 'x'.repeat(10_000), '\\'], ['a', 'A']]) {
    const text = '<b>a\\ \u202eb A</b>'
    expect(
      markWords(text, words)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
})
