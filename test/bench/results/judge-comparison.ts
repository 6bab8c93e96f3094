import type { Comparison, Gate, Reading } from '../define-figure.ts'
import { medianOf } from './sample-statistics.ts'

/** The readings of each variant, in the order of the rounds. */
export type Readings = Record<string, Reading[]>

type Verdict = 'goal' | 'passed' | 'missed' | 'printed' | 'not measured'

export type Judgement = Comparison & {
  verdict: Verdict
  /** The median over the rounds, and the least and greatest; NaN without measurements. */
  value: number
  least: number
  greatest: number
}

/**
 * Judges by the median of the rounds. A ratio compares two measurements of one round, made in succession, so a slow
 * machine slows both.
 */
export function judgeComparison(comparison: Comparison, readings: Readings): Judgement {
  const { metric, of, to, gate, goal, noise } = comparison
  const samples = samplesOf(readings, of, metric)
  const base = to === undefined ? undefined : samplesOf(readings, to, metric)
  const values = base === undefined ? samples : ratiosOf(samples, base)
  const value = medianOf(values)
  const judged = { ...comparison, value, least: Math.min(...values), greatest: Math.max(...values) }
  if (values.length === 0 || Number.isNaN(value)) return { ...judged, verdict: 'not measured' }
  if (gate === undefined) return { ...judged, verdict: 'printed' }
  if (goal !== undefined && isWithin(value, withLimit(gate, goal))) return { ...judged, verdict: 'goal' }
  const tolerated =
    noise === undefined ? comparison.tolerated : noiseOf(base, samplesOf(readings, noise, metric))
  const isTolerated =
    tolerated !== undefined && base !== undefined && Math.abs(medianOf(samples) - medianOf(base)) <= tolerated
  return { ...judged, verdict: isTolerated || isWithin(value, gate) ? 'passed' : 'missed' }
}

/** Returns how far the value is from its gate: 1 is on it, 2 is twice as good; infinite if the value is 0. */
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

/** Returns the median of what two measurements of one variant differ by within a round. */
function noiseOf(base: readonly number[] | undefined, again: readonly number[]): number | undefined {
  if (base === undefined || again.length === 0) return undefined
  return medianOf(again.map((one, round) => Math.abs(one - (base[round] ?? one))))
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
