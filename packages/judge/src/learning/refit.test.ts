import { dayMs } from '@signalpost/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentCaps } from '../rubric/rubric-4.ts'
import { fitLogistic } from './fit-logistic.ts'
import type { FindFeatures, Lesson } from './lesson.ts'
import { type ListenerWeights, priorWeights } from './listener-weights.ts'
import { chanceOfGood, refit } from './refit.ts'

const nowMs = Date.UTC(2026, 0, 1)
const prior = priorWeights()

function features(keywords: readonly string[], changes: Partial<FindFeatures> = {}): FindFeatures {
  const half = Object.fromEntries(Object.entries(componentCaps).map(([name, cap]) => [name, cap / 2]))
  return {
    // The cast: every component has points.
    points: half as FindFeatures['points'],
    keywords: [...keywords],
    ...{ label: 'relevant', platform: 'hackernews', propensity: 1 },
    ...changes,
  }
}

/** As many verdicts as wanted, which follow the keyword: good with `crm`, bad with `cms`. */
function lessonsByKeyword(count: number): Lesson[] {
  return Array.from({ length: count }, (_, index) => ({
    features: features([index % 2 === 0 ? 'crm' : 'cms', 'software']),
    ...{ isGood: index % 2 === 0, atMs: nowMs - index * dayMs },
  }))
}

function refitOften(lessons: readonly Lesson[], times: number): ListenerWeights {
  let old = prior
  for (let round = 0; round < times; round += 1) old = refit(lessons, { nowMs, old })
  return old
}

const anyFeatures = fc
  .record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    keywords: fc.array(fc.constantFrom('crm', 'cms', 'software', '__proto__', 'constructor'), {
      maxLength: 4,
    }),
    label: fc.constantFrom('relevant' as const, 'high_intent' as const, 'adjacent' as const),
    platform: fc.constantFrom('hackernews' as const, 'lever' as const),
    propensity: fc.constantFrom(1, 0.05, 0.001),
  })
  .map(({ share, keywords, ...rest }): FindFeatures => {
    const points = Object.entries(componentCaps).map(([name, cap]) => [name, Math.round(cap * share)])
    // The cast: every component has points.
    return { ...rest, keywords, points: Object.fromEntries(points) as FindFeatures['points'] }
  })
const anyLessons = fc.array(
  fc.record({
    features: anyFeatures,
    isGood: fc.boolean(),
    atMs: fc.integer({ min: nowMs - 400 * dayMs, max: nowMs }),
  }),
  { minLength: 8, maxLength: 40 },
)

test('learns at once which keywords are worth something, six points up and fifteen down at most', () => {
  const lessons = lessonsByKeyword(60)
  const { pointsByKeyword, verdicts } = refit(lessons, { nowMs, old: prior })
  expect(pointsByKeyword).toMatchObject({ crm: 6, cms: -15 })
  expect(verdicts).toBe(60)
  expect(refit(lessons, { nowMs, old: refitOften(lessons, 3) })).toEqual(
    refit(lessons, { nowMs, old: prior }),
  )
})

test('foretells verdicts better than the rubric', () => {
  const weights = refit(lessonsByKeyword(60), { nowMs, old: prior })
  const chance = (keyword: string) => chanceOfGood(weights, features([keyword, 'software']))
  expect(chance('crm')).toBeGreaterThan(0.7)
  expect(chance('cms')).toBeLessThan(0.3)
  expect(chanceOfGood(prior, features(['crm']))).toBeCloseTo(0.671, 3)
})

test.each([
  ['nine verdicts', lessonsByKeyword(9)],
  ['two bad ones', lessonsByKeyword(40).filter(({ isGood }, index) => isGood || index < 4)],
  ['none, as all were taken back', []],
])('%s give the weights of the rubric', (_, lessons) => {
  const old = refitOften(lessonsByKeyword(60), 3)
  expect(refit(lessons, { nowMs, old })).toEqual(prior)
})

test('keeps the old weights where verdicts follow nothing that it sees', () => {
  const lessons = Array.from({ length: 60 }, (_, index) => ({
    features: features(['crm']),
    ...{ isGood: index % 7 < 4, atMs: nowMs },
  }))
  const old = { ...prior, pointsByKeyword: { crm: 2 } }
  expect(refit(lessons, { nowMs, old })).toEqual(old)
})

test('a verdict of long ago, or one of many like it, weighs less', () => {
  const turned = lessonsByKeyword(30).map((lesson) => ({ ...lesson, isGood: !lesson.isGood }))
  const longAgo = turned.map((lesson) => ({ ...lesson, atMs: nowMs - 1_500 * dayMs }))
  const chanceAfter = (more: readonly Lesson[]) =>
    chanceOfGood(
      refit([...lessonsByKeyword(60), ...more], { nowMs, old: prior }),
      features(['crm', 'software']),
    )
  expect(chanceAfter(longAgo)).toBeGreaterThan(chanceAfter(turned))
  const rare = lessonsByKeyword(12).map((lesson) => ({
    ...lesson,
    features: { ...lesson.features, propensity: 0.01 },
  }))
  expect(chanceAfter(rare)).toBeGreaterThan(chanceAfter(lessonsByKeyword(12)))
})

test('any order of verdicts gives the same bytes, and no keyword more than its limit', () => {
  const shuffled = anyLessons.chain((lessons) =>
    fc.tuple(
      fc.constant(lessons),
      fc.shuffledSubarray(lessons, { minLength: lessons.length, maxLength: lessons.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([lessons, others]) => {
      const weights = refit(lessons, { nowMs, old: prior })
      expect(JSON.stringify(refit(others, { nowMs, old: prior }))).toBe(JSON.stringify(weights))
      expect(Object.values(weights.pointsByKeyword).every((points) => points >= -15 && points <= 6)).toBe(
        true,
      )
      for (const lesson of lessons) {
        const chance = chanceOfGood(weights, lesson.features)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 100 },
  )
})

test('the fit is where its gradient ends', () => {
  const anyRow = fc.record({
    values: fc
      .tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([first, second]) => [[0, 1] as const, [1, first] as const, [2, second] as const]),
    isGood: fc.boolean(),
    weight: fc.double({ min: 0.01, max: 10, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 30 }), (rows) => {
      const means = [0.5, -1, 2]
      const fitted = fitLogistic(rows, { means, precisions: [5, 2, 5] })
      const gradient = fitted.map((coefficient, column) =>
        rows.reduce(
          (sum, { values, isGood, weight }) => {
            const logOdds = values.reduce((odds, [index, value]) => odds + value * (fitted[index] ?? 0), 0)
            return sum + weight * (1 / (1 + Math.exp(-logOdds)) - Number(isGood)) * (values[column]?.[1] ?? 0)
          },
          (column === 1 ? 2 : 5) * (coefficient - (means[column] ?? 0)),
        ),
      )
      for (const slope of gradient) expect(Math.abs(slope)).toBeLessThan(1e-6)
    }),
  )
})
