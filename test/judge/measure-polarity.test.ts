import { expect, test } from 'vitest'
import { measurePolarity, readReviews } from './measure-polarity.ts'
import type { RealPost } from './real-posts.ts'

function review(rating: number, text: string, about: Partial<RealPost['item']>): RealPost {
  return {
    item: {
      ...{ platform: 'trustpilot', key: 'a', url: 'https://reviews.example/a', coverage: 'full_text' },
      ...{ title: 'Review', text, foundByQuery: '', rating, ...about },
    },
    listener: {
      ...{ mode: 'rivals', objective: 'find_customers', keywords: [], exclusions: [] },
      ...{ sensitivity: 'balanced', profile: { rivals: [], painVocabulary: [] } },
    },
    ...{ signalId: 'sig_a', listenerId: 'lsn_a', nowMs: 0 },
  }
}

test('takes a key and a name for one company, and leaves three stars out', () => {
  const reviews = readReviews([
    review(5, 'Excellent.', { rivalKey: 'deskly', subjectName: 'Deskly' }),
    review(1, 'Terrible.', { rivalKey: 'deskly' }),
    review(2, 'Bad.', { subjectName: 'Deskly' }),
    review(3, 'Good and bad.', { rivalKey: 'deskly' }),
    review(4, 'Good.', {}),
  ])
  expect(reviews.map(({ company, good, bad }) => [company, good.length, bad.length])).toEqual([
    ['Deskly', 1, 2],
    ['', 1, 0],
  ])
})

test('measures the companies with five of each, whatever the stars say to the judge', () => {
  const five = (value: number): number[] => [value, value, value, value, value]
  const found = measurePolarity([
    { company: 'clear', good: five(1), bad: five(-1) },
    { company: 'blurred', good: five(0), bad: five(0) },
    { company: 'small', good: [1], bad: five(1) },
    { company: '', good: five(-1), bad: five(1) },
  ])
  expect(found?.companies.map(({ company }) => company)).toEqual(['blurred', 'clear'])
  expect(found).toMatchObject({ macro: { auc: 0.75 }, worst: { auc: 0.5 }, reviews: 36 })
  expect(measurePolarity([{ company: 'small', good: [1], bad: [] }])).toBeUndefined()
})
