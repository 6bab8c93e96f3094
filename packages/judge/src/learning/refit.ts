import { dayMs } from '@signalpost/domain'
import { componentCaps } from '../rubric/rubric-4.ts'
import { chanceOf, fitLogistic, logLoss, logOddsOf, type SparseRow } from './fit-logistic.ts'
import type { FindFeatures, Lesson } from './lesson.ts'
import {
  type ListenerWeights,
  mostAgainst,
  mostShift,
  pointsPerLogOdds,
  priorWeights,
} from './listener-weights.ts'

const fewestLessons = 10
const fewestOfEach = 3
const mostKeywords = 40
const mostColumns = 80
const mostWeight = 10
const halfLifeMs = 180 * dayMs
const folds = 10
/**
 * A verdict tells most, a quarter, about a find that is good as often as not. The rubric is worth 20 of these. Of a
 * keyword it knows nothing, so that one is worth five.
 */
const precisions = { rubric: 20 / 4, keyword: 5 / 4 }
/** How much steeper the rubric's odds come true than it learns by: seven points of score, not ten, make 2.7 times the odds. */
const steepness = 10 / 7

type Row = SparseRow & { isGood: boolean; weight: number }

/**
 * Returns the weights after all verdicts of a listener: the same bytes in whatever order they come. Fewer than ten
 * verdicts, or fewer than three of a kind, give the rubric's own. The old weights stay if the new ones do not foretell
 * verdicts better than the rubric does, in ten folds.
 */
export function refit(
  lessons: readonly Lesson[],
  { nowMs, old }: { nowMs: number; old: ListenerWeights },
): ListenerWeights {
  const good = lessons.filter(({ isGood }) => isGood).length
  if (lessons.length < fewestLessons || Math.min(good, lessons.length - good) < fewestOfEach)
    return priorWeights()
  const { columns, rows, settings, all } = fit(lessons, nowMs)
  const held = (fold: number) => rows.filter((_, index) => index % folds === fold)
  const others = (fold: number) => rows.filter((_, index) => index % folds !== fold)
  let gained = 0
  for (let fold = 0; fold < folds; fold += 1) {
    const fitted = fitLogistic(others(fold), settings, all)
    gained += lossOn(held(fold), settings.means) - lossOn(held(fold), fitted)
  }
  return gained <= 0 ? old : weightsOf(lessons, columns, all)
}

/** Returns where verdicts lead, however few they are: to show it, not to judge by. */
export function firstWeights(lessons: readonly Lesson[], nowMs: number): ListenerWeights {
  const { columns, all } = fit(lessons, nowMs)
  return weightsOf(lessons, columns, all)
}

function fit(lessons: readonly Lesson[], nowMs: number) {
  const prior = priorWeights()
  const sorted = lessons
    .map((lesson) => ({ lesson, key: JSON.stringify(lesson) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ lesson }) => lesson)
  const columns = columnsOf(sorted)
  const rows = sorted.map((lesson) => rowOf(lesson, columns, nowMs))
  const means = columns.map((name) =>
    name === intercept ? prior.intercept : (prior.coefficients[name] ?? 0),
  )
  const settings = {
    means,
    precisions: columns.map((name) => precisions[isKeywordName(name) ? 'keyword' : 'rubric']),
  }
  return { columns, rows, settings, all: fitLogistic(rows, settings) }
}

function weightsOf(
  { length: verdicts }: readonly Lesson[],
  columns: readonly string[],
  all: readonly number[],
): ListenerWeights {
  const [fittedIntercept = 0, ...fitted] = all.map(rounded)
  const coefficients = Object.fromEntries(columns.slice(1).map((name, index) => [name, fitted[index] ?? 0]))
  return {
    version: 1,
    verdicts,
    pointsByKeyword: pointsOf(coefficients),
    intercept: fittedIntercept,
    coefficients,
  }
}

/** Returns the chance of a good verdict, from 0 to 1. Verdicts say by themselves how steep it is, the more of them the better. */
export function chanceOfGood(weights: ListenerWeights, features: FindFeatures): number {
  const values = valuesOf(features)
  const sum = values.reduce((total, [name, value]) => total + value * coefficientOf(weights, name), 0)
  const ofRubric = (precisions.rubric * 4) / (precisions.rubric * 4 + weights.verdicts)
  return chanceOf((weights.intercept + sum) * (1 + (steepness - 1) * ofRubric))
}

const intercept = ''

function coefficientOf({ coefficients }: ListenerWeights, name: string): number {
  return Object.hasOwn(coefficients, name) ? (coefficients[name] ?? 0) : 0
}

function valuesOf({ points, keywords, label, platform }: FindFeatures): [name: string, value: number][] {
  const components = Object.entries(componentCaps).map(([name, cap]): [string, number] => [
    name,
    points[name as keyof typeof componentCaps] / cap,
  ])
  const others = [...new Set(keywords)].map(keywordName).concat(`label:${label}`, `platform:${platform}`)
  return [...components, ...others.map((name): [string, number] => [name, 1])]
}

/** The intercept, the components, the keywords that occur most often, labels and platforms. */
function columnsOf(lessons: readonly Lesson[]): string[] {
  const features = lessons.map((lesson) => lesson.features)
  const keywords = byFrequency(features.flatMap((one) => [...new Set(one.keywords)]))
  const kinds = byFrequency(
    features.flatMap(({ label, platform }) => [`label:${label}`, `platform:${platform}`]),
  )
  const names = [...keywords.slice(0, mostKeywords).map(keywordName), ...kinds]
  return [intercept, ...Object.keys(componentCaps), ...names].slice(0, mostColumns)
}

function byFrequency(names: readonly string[]): string[] {
  const groups = [...Map.groupBy(names, (name) => name)]
  return groups
    .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .map(([name]) => name)
}

function rowOf({ features, isGood, atMs }: Lesson, columns: readonly string[], nowMs: number): Row {
  const values = valuesOf(features).map(([name, value]) => [columns.indexOf(name), value] as const)
  const age = Math.max(0, nowMs - atMs) / halfLifeMs
  return {
    isGood,
    weight: Math.min(mostWeight, 1 / features.propensity) * 0.5 ** age,
    values: [[0, 1], ...values.filter(([column]) => column > 0)],
  }
}

function lossOn(rows: readonly Row[], coefficients: readonly number[]): number {
  return rows.reduce((sum, row) => sum + row.weight * logLoss(logOddsOf(row, coefficients), row.isGood), 0)
}

/** The points that keywords add, by their names in order. */
function pointsOf(coefficients: Readonly<Record<string, number>>): Record<string, number> {
  const names = Object.keys(coefficients).filter(isKeywordName).toSorted(compare)
  const points = names.map((name): [string, number] => [
    name.slice(keywordName('').length),
    rounded(between(-mostAgainst, (coefficients[name] ?? 0) * pointsPerLogOdds, mostShift)),
  ])
  return Object.fromEntries(points.filter(([, value]) => value !== 0))
}

function keywordName(keyword: string): string {
  return `keyword:${keyword}`
}

function isKeywordName(name: string): boolean {
  return name.startsWith(keywordName(''))
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
