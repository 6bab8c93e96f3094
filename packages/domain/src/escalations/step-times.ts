import { addOpenMs } from './business-hours.ts'
import type { EscalationDefinition } from './escalation.ts'

/** The place of a step: its round and its number in the round, both from 1. */
export type StepPlace = { round: number; step: number }

export const firstStep: StepPlace = { round: 1, step: 1 }

/** An escalation stored by an older version has no holidays. */
type Timed = Pick<EscalationDefinition, 'steps' | 'hours' | 'timeZone' | 'repeat'> &
  Partial<Pick<EscalationDefinition, 'holidays'>>

/** Returns the first step from a place on: an edit may have taken steps away or added some. Undefined after the last. */
export function firstStepFrom(
  { steps, repeat }: Pick<Timed, 'steps' | 'repeat'>,
  { round, step }: StepPlace,
): StepPlace | undefined {
  if (round > repeat + 1) return undefined
  if (step <= steps.length) return { round, step }
  return round <= repeat ? { round: round + 1, step: 1 } : undefined
}

export function placeAfter({ round, step }: StepPlace): StepPlace {
  return { round, step: step + 1 }
}

/** Returns all steps from a place on. */
export function stepsFrom(timed: Timed, place: StepPlace): StepPlace[] {
  const places: StepPlace[] = []
  for (let at = firstStepFrom(timed, place); at !== undefined; at = firstStepFrom(timed, placeAfter(at))) {
    places.push(at)
  }
  return places
}

/**
 * Returns when a step is due for a signal: its time after the first storing, counted in business hours where there are
 * any. A round begins when the last step of the one before is due. Throws RangeError for a step that does not exist.
 */
export function stepDueMs(timed: Timed, storedAtMs: number, { round, step }: StepPlace): number {
  const { steps } = timed
  const afterMs = steps[step - 1]?.afterMs
  if (afterMs === undefined) throw new RangeError('The escalation has no such step.')
  const totalMs = (round - 1) * (steps.at(-1)?.afterMs ?? 0) + afterMs
  return hasHours(timed) ? addOpenMs(timed, storedAtMs, totalMs) : storedAtMs + totalMs
}

/** Returns the first moment from `nowMs` on at which a step may be sent. */
export function sendableMs(timed: Pick<Timed, 'hours' | 'timeZone' | 'holidays'>, nowMs: number): number {
  return hasHours(timed) ? addOpenMs(timed, nowMs, 0) : nowMs
}

function hasHours<Some extends { hours: string | null }>(timed: Some): timed is Some & { hours: string } {
  return timed.hours !== null
}
