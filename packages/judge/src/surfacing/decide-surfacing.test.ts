import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToHistory, emptyDay, emptyHistory } from '../history/listener-history.ts'
import { decideSurfacing } from './decide-surfacing.ts'

const draw = { sensitivity: 'balanced', seed: 'seed', day: '2026-11-20', demand: 0 } as const

test('shows what reaches the bar, with certainty', () => {
  const shown = decideSurfacing({ ...draw, score: 45, dedupeKey: 'a', history: emptyHistory() })
  expect(shown).toMatchObject({ kept: true, policy: { propensity: 1, explored: false, barAtDecision: 45 } })
})

test('a bar that a person chose stays where it is', () => {
  const history = { ...emptyHistory(), day: { ...emptyDay, day: '2026-11-20', shift: 7 } }
  const barOfHistory = (chosenBar?: number) =>
    decideSurfacing({ ...draw, score: 50, dedupeKey: 'a', history, chosenBar }).policy.barAtDecision
  expect([barOfHistory(), barOfHistory(41), barOfHistory(0)]).toEqual([52, 41, 0])
})

test('asks more of a find whose keywords verdicts call noise', () => {
  const found = decideSurfacing({ ...draw, score: 50, demand: 9, dedupeKey: 'a', history: emptyHistory() })
  expect(found).toMatchObject({
    ...{ kept: false, policy: { propensity: 0.05, barAtDecision: 54 } },
    reason: 'The score of 50 is below the bar of 54, 9 higher by verdicts on its keywords.',
  })
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
  const history = addToHistory(emptyHistory(), [], { ...emptyDay, day: '2026-11-19', near: 90, explored: 2 })
  const found = decideSurfacing({ ...draw, score: 40, dedupeKey: 'a', history })
  expect(found.policy.propensity).toBe(0.05)
})

const entry = { words: 10, matchedKeywords: [], fit: 1, subjects: [], origin: 'ada', atMs: 0 }

/** The bars of so many days, on each of which so many finds reach it, after `earlier` finds. */
function barsOf(days: number, { perDay, earlier }: { perDay: number; earlier: number }): number[] {
  const before = { ...emptyDay, day: 'before', reached: 20 }
  let history = addToHistory(emptyHistory(), Array(earlier).fill(entry), before)
  return Array.from({ length: days }, (_, at) => {
    const day = `day ${at}`
    let bar = 0
    for (let find = 0; find < perDay; find += 1) {
      const found = decideSurfacing({ ...draw, day, score: 90, dedupeKey: `${day}/${find}`, history })
      bar = found.policy.barAtDecision
      history = addToHistory(history, [], found.day)
    }
    return bar
  })
}

test('moves the bar by one point a day towards twenty finds, at most ten from where it began', () => {
  expect(barsOf(4, { perDay: 30, earlier: 200 })).toEqual([45, 46, 47, 48])
  expect(barsOf(4, { perDay: 3, earlier: 200 })).toEqual([45, 44, 43, 42])
  expect(barsOf(4, { perDay: 20, earlier: 200 })).toEqual([45, 45, 45, 45])
  expect(barsOf(14, { perDay: 30, earlier: 200 }).at(-1)).toBe(55)
  expect(barsOf(14, { perDay: 1, earlier: 200 }).at(-1)).toBe(35)
})

test('leaves the bar where it is until 200 finds were judged', () => {
  expect(barsOf(4, { perDay: 30, earlier: 199 })).toEqual([45, 45, 45, 45])
})

test('a changed sensitivity moves the bar at once', () => {
  const history = addToHistory(emptyHistory(), [], { ...emptyDay, day: draw.day, shift: 3 })
  const barOf = (sensitivity: 'low' | 'high') =>
    decideSurfacing({ ...draw, sensitivity, score: 50, dedupeKey: 'a', history }).policy.barAtDecision
  expect([barOf('low'), barOf('high')]).toEqual([63, 38])
})

test('no find ever has a chance of 0', () => {
  const counts = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(counts, counts, fc.integer({ min: 0, max: 100 }), (near, far, score) => {
      const history = addToHistory(emptyHistory(), [], { ...emptyDay, day: draw.day, near, far, explored: 2 })
      const { policy } = decideSurfacing({ ...draw, score, dedupeKey: 'a', history })
      expect(policy.propensity).toBeGreaterThan(0)
      expect(policy.propensity).toBeLessThanOrEqual(1)
    }),
  )
})
