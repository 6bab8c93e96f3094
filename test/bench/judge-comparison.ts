import type { Comparison, Gate, Reading } from './define-figure.ts'
import { medianOf } from './sample-statistics.ts'

/** The readings of each variant, in the order of the rounds. */
export type Readings = Record<string, Reading[]>

type Verdict = 'goal' | 'passed' | 'missed' | 'printed' | 'not measured'

export type Judgement = Comparison & {
  verdict: Verdict
  /** The median over the rounds, and the least and greatest; NaN where nothing was measured. */
  value: number
  least: number
  greatest: number
}

/**
 * Judges by the median of the rounds. A ratio is that of one round, whose two measurements were made one after the
 * other, so that what slows the whole machine for a while slows both.
 */
export function judgeComparison(comparison: Comparison, readings: Readings): Judgement {
  const { metric, of, to, gate, goal } = comparison
  const samples = samplesOf(readings, of, metric)
  const base = to === undefined ? undefined : samplesOf(readings, to, metric)
  const values = base === undefined ? samples : ratiosOf(samples, base)
  const value = medianOf(values)
  const judged = { ...comparison, value, least: Math.min(...values), greatest: Math.max(...values) }
  if (values.length === 0 || Number.isNaN(value)) return { ...judged, verdict: 'not measured' }
  if (gate === undefined) return { ...judged, verdict: 'printed' }
  if (goal !== undefined && isWithin(value, withLimit(gate, goal))) return { ...judged, verdict: 'goal' }
  const isTolerated =
    comparison.tolerated !== undefined &&
    base !== undefined &&
    Math.abs(medianOf(samples) - medianOf(base)) <= comparison.tolerated
  return { ...judged, verdict: isTolerated || isWithin(value, gate) ? 'passed' : 'missed' }
}

/** How far the value is on the right side of its gate: 1 is on it, 2 twice as good, without end where it is nothing. */
export function marginOf(value: number, gate: Gate): number {
  return 'atLeast' in gate ? value / gate.atLeast : gate.atMost / Math.max(0, value)
}

export function limitOf(gate: Gate): number {
  return 'atLeast' in gate ? gate.atLeast : gate.atMost
}

function withLimit(gate: Gate, limit: number): Gate {
  return 'atLeast' in gate ? { atLeast: limit } : { atMost: limit }
}

function isWithin(value: number, gate: Gate): boolean {
  return 'atLeast' in gate ? value >= gate.atLeast : value <= gate.atMost
}

function samplesOf(readings: Readings, variant: string, metric: string): number[] {
  return (readings[variant] ?? []).flatMap((reading) => reading[metric] ?? [])
}

function ratiosOf(samples: readonly number[], base: readonly number[]): number[] {
  return samples.flatMap((sample, round) => {
    const against = base[round]
    return against === undefined ? [] : [sample / against]
  })
}
