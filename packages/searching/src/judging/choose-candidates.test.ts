import type { FoundItem } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { chooseCandidates } from './choose-candidates.ts'

function itemOf(title: string): FoundItem {
  return {
    ...{ platform: 'reddit', key: title, url: 'https://www.reddit.com/', title, text: '' },
    ...{ coverage: 'full_text', foundByQuery: 'desk' },
  }
}

test('chooses posts with rare words of the keywords, then those that the platform shows first', () => {
  const items = [
    'Nothing of it',
    'A desk of oak',
    'A desk of pine',
    'Tickets pile up',
    'Nothing at all',
    'A desk and tickets',
  ].map(itemOf)
  const listener = { keywords: ['help desk', 'ticket system'] }
  expect(chooseCandidates(items, listener, 5).map(({ title }) => title)).toEqual([
    'A desk and tickets',
    'Tickets pile up',
    'A desk of oak',
    'A desk of pine',
    'Nothing of it',
  ])
  expect(chooseCandidates(items, listener, 0)).toEqual([])
  expect(chooseCandidates([], listener, 5)).toEqual([])
})
