import { expect, test } from 'vitest'
import { wordsOfAnswer } from './alert-words.ts'

test.each([
  ['a status once', { httpStatus: 500, code: 'http_500', answer: 'Oops' }, '500 · Oops'],
  [
    'why there is no answer',
    { httpStatus: null, code: 'connect_failed', answer: null },
    'nothing answers at the address',
  ],
  [
    'a code of the other side as it is',
    { httpStatus: 200, code: 'channel_not_found', answer: '' },
    '200 · channel not found',
  ],
  ['nothing', { httpStatus: null, code: null, answer: null }, ''],
])('says %s', (_, answer, words) => {
  expect(wordsOfAnswer(answer)).toBe(words)
})
