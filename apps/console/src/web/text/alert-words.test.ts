import { expect, test } from 'vitest'
import { wordsOfAnswer, wordsOfConditions, wordsOfHeldBack, wordsOfRule } from './alert-words.ts'

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

const listeners = new Map([['lsn_1', 'Reviews of rivals']])

test('says conditions in names, not in ids or words of the API', () => {
  const conditions = {
    platforms: ['hackernews', 'g2'],
    listeners: ['lsn_1', 'lsn_gone'],
    classifications: ['high_intent'],
    accountKeys: ['d:example.com'],
    keywords: ['one, two'],
    minUrgency: 'high',
    assigned: false,
  }
  expect(wordsOfConditions(conditions, listeners).split('; ')).toEqual([
    'platform Hacker News or G2',
    'listener Reviews of rivals or a deleted listener',
    'classification high intent',
    'account example.com',
    'one of the words “one, two”',
    'urgency at least high',
    'not assigned',
  ])
  expect(wordsOfConditions({}, listeners)).toBe('every signal')
})

test('says what a rule does in a sentence', () => {
  const rule = { conditions: {}, where: 'all channels', when: 'at once', quiet: null, listeners }
  expect(wordsOfRule(rule)).toBe('Every signal is sent to all channels at once.')
  const quiet = { from: '22:00', to: '07:00', bypassImmediate: true }
  expect(wordsOfRule({ ...rule, conditions: { minUrgency: 'high' }, where: 'Leads', quiet })).toBe(
    'A signal with urgency at least high is sent to Leads at once, not between 22:00 and 07:00 unless it is immediate.',
  )
})

test.each([
  ['too_old', 1, '1 alert is held back: its signal was first seen over 24 h before it was stored.'],
  [
    'too_old',
    1415,
    '1,415 alerts are held back: their signals were first seen over 24 h before they were stored.',
  ],
  ['throttle', 2, '2 alerts are held back: more than the throttle allows.'],
])('says of %s and %d what is counted', (reason, count, words) => {
  expect(wordsOfHeldBack(reason, count)).toBe(words)
})
