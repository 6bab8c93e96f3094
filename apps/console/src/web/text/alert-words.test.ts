import { expect, test } from 'vitest'
import { wordsOfConditions } from './alert-words.ts'

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
