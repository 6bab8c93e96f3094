import { dayMs } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { addToHistory, countOthers, emptyHistory, type HistoryEntry } from './listener-history.ts'

const entry: HistoryEntry = {
  words: 10,
  matchedKeywords: ['crm'],
  fit: 1,
  subjects: ['d:example.com'],
  origin: 'ada',
  atMs: 100 * dayMs,
}

test('counts other authors on one subject within 30 days', () => {
  const history = addToHistory(emptyHistory(), [
    entry,
    { ...entry, origin: 'bob' },
    { ...entry, origin: 'eve', atMs: 10 * dayMs },
  ])
  expect(countOthers(history, entry)).toBe(1)
  expect(countOthers(history, { ...entry, origin: 'new' })).toBe(2)
  expect(countOthers(history, { ...entry, subjects: ['constructor'] })).toBe(0)
})

test('stays bounded however many finds there are', () => {
  const entries = Array.from({ length: 5_000 }, (_, at) => ({ ...entry, subjects: [`n:${at}`], fit: at }))
  const history = addToHistory(emptyHistory(), entries)
  expect(history.documents).toBe(5_000)
  expect(history.fits).toEqual(entries.slice(-1_000).map(({ fit }) => fit))
  expect(Object.keys(history.origins)).toHaveLength(2_000)
  expect(history.origins['n:4999']).toHaveLength(1)
})

test('leaves the given history as it is', () => {
  const history = emptyHistory()
  addToHistory(history, [entry])
  expect(history).toEqual(emptyHistory())
})
