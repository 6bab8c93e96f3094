import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToHistory, emptyHistory } from '../history/listener-history.ts'
import { decideSurfacing, moveBar, startBar } from './decide-surfacing.ts'

const draw = { sensitivity: 'balanced', seed: 'seed', day: '2026-11-20' } as const

test('shows what reaches the bar, with certainty', () => {
  const shown = decideSurfacing({ ...draw, score: 45, dedupeKey: 'a', history: emptyHistory() })
  expect(shown).toMatchObject({ kept: true, policy: { propensity: 1, explored: false, barAtDecision: 45 } })
})

test.for([
  [44, 0.05],
  [10, 0.01],
] as const)('shows a score of %i by chance, with a share of %f over 100,000 draws', ([score, chance]) => {
  const draws = 100_000
  let kept = 0
  for (let at = 0; at < draws; at += 1) {
    const found = decideSurfacing({ ...draw, score, dedupeKey: `key ${at}`, history: emptyHistory() })
    expect(found.policy.propensity).toBe(chance)
    kept += found.kept ? 1 : 0
  }
  const sigma = Math.sqrt(draws * chance * (1 - chance))
  expect(Math.abs(kept - draws * chance)).toBeLessThan(3 * sigma)
})

test('shows at most two a day by chance, each as often as its propensity says', () => {
  const days = 4_000
  const perDay = 40
  const counts = Array.from({ length: perDay }, () => ({ shown: 0, propensity: 0 }))
  for (let day = 0; day < days; day += 1) {
    let history = emptyHistory()
    for (const [at, count] of counts.entries()) {
      const found = decideSurfacing({ ...draw, score: 40, dedupeKey: `${day}/${at}`, history })
      history = addToHistory(history, [], found.day)
      count.shown += found.kept ? 1 : 0
      count.propensity = found.policy.propensity
    }
    expect(history.day.explored).toBeLessThanOrEqual(2)
  }
  const chi = counts.reduce((sum, { shown, propensity }) => {
    const variance = days * propensity * (1 - propensity)
    return sum + (shown - days * propensity) ** 2 / variance
  }, 0)
  // The mean of 40 squared deviations is 40, their deviation 9.
  expect(chi).toBeLessThan(40 + 3 * 9)
  expect(counts.at(-1)?.propensity).toBeLessThan(0.03)
})

test('draws the same again', () => {
  const find = () => decideSurfacing({ ...draw, score: 40, dedupeKey: 'a', history: emptyHistory() })
  expect(find()).toEqual(find())
})

test('counts from zero each day', () => {
  const history = addToHistory(emptyHistory(), [], { day: '2026-11-19', near: 90, far: 0, explored: 2 })
  const found = decideSurfacing({ ...draw, score: 40, dedupeKey: 'a', history })
  expect(found.policy.propensity).toBe(0.05)
})

test('moves the bar by one point a day, at most ten from where it began', () => {
  const many = { sensitivity: 'balanced', finds: 500, keptToday: 90 } as const
  expect(startBar('balanced')).toBe(45)
  expect(moveBar({ ...many, bar: 45 })).toBe(46)
  expect(moveBar({ ...many, bar: 55 })).toBe(55)
  expect(moveBar({ ...many, bar: 45, keptToday: 3 })).toBe(44)
  expect(moveBar({ ...many, bar: 45, finds: 199 })).toBe(45)
})

test('no find ever has a chance of 0', () => {
  const counts = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(counts, counts, fc.integer({ min: 0, max: 100 }), (near, far, score) => {
      const history = addToHistory(emptyHistory(), [], { day: draw.day, near, far, explored: 2 })
      const { policy } = decideSurfacing({ ...draw, score, dedupeKey: 'a', history })
      expect(policy.propensity).toBeGreaterThan(0)
      expect(policy.propensity).toBeLessThanOrEqual(1)
    }),
  )
})
