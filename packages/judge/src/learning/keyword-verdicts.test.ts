import { expect, test } from 'vitest'
import { keywordVerdictsOf } from './keyword-verdicts.ts'
import type { Lesson } from './lesson.ts'
import { priorWeights } from './listener-weights.ts'

function lesson(isGood: boolean, keywords: string[]): Lesson {
  const points = {
    ...{ purchaseIntent: 0, fit: 0, urgency: 0, recency: 0 },
    ...{ commercialValue: 0, evidenceQuality: 0, multiSignal: 0 },
  }
  return {
    features: { points, keywords, label: 'relevant', platform: 'hackernews', propensity: 1 },
    ...{ isGood, atMs: 0 },
  }
}

test('counts the verdicts of each keyword, and of finds without another', () => {
  const lessons = [
    lesson(true, ['rota']),
    lesson(false, ['multi-site']),
    lesson(false, ['rota', 'multi-site', 'multi-site']),
  ]
  const weights = { ...priorWeights(), pointsByKeyword: { 'multi-site': -8.6, gone: 2 } }
  expect(keywordVerdictsOf(lessons, weights)).toEqual([
    { keyword: 'multi-site', points: -9, good: 0, bad: 2, alone: 1 },
    { keyword: 'gone', points: 2, good: 0, bad: 0, alone: 0 },
    { keyword: 'rota', points: 0, good: 1, bad: 1, alone: 1 },
  ])
})
