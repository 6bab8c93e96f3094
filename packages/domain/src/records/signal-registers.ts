import { compareEventKeys, type EventKey, isLater } from '../event-key.ts'
import type { Instant } from '../instant.ts'
import type { Assignment, Feedback } from '../signal.ts'

/** What one event said about a register of which the earliest value stands. */
export type Claim = { key: EventKey; value: Instant }

type Said<Value> = { key: EventKey; value: Value | null }

/**
 * The four mutable fields of a signal. They may be known before their signal is.
 *
 * `readAt` and `alertedAt` take the earliest value of all events after the signal's last deletion. A deletion may
 * come late and take away the value that stands, so every claim is kept that could stand after some deletion:
 * those that no other claim beats with a later key and an earlier value.
 */
export type SignalRegisters = {
  deletedBy: EventKey | null
  assignedTo: Said<Assignment> | null
  feedback: Said<Feedback> | null
  readAt: Claim[]
  alertedAt: Claim[]
}

export const noRegisters: SignalRegisters = {
  deletedBy: null,
  assignedTo: null,
  feedback: null,
  readAt: [],
  alertedAt: [],
}

export function mergeSignalRegisters(a: SignalRegisters, b: SignalRegisters): SignalRegisters {
  const deletedBy = laterKey(a.deletedBy, b.deletedBy)
  const survives = (said: { key: EventKey }): boolean => deletedBy === null || isLater(said.key, deletedBy)
  return {
    deletedBy,
    assignedTo: laterOf(a.assignedTo, b.assignedTo, survives),
    feedback: laterOf(a.feedback, b.feedback, survives),
    readAt: unbeaten([...a.readAt, ...b.readAt].filter(survives)),
    alertedAt: unbeaten([...a.alertedAt, ...b.alertedAt].filter(survives)),
  }
}

/** The value that stands: the earliest. */
export function earliestValue(claims: Claim[]): Instant | null {
  let earliest: Instant | null = null
  for (const { value } of claims) if (earliest === null || value < earliest) earliest = value
  return earliest
}

function laterKey(a: EventKey | null, b: EventKey | null): EventKey | null {
  if (a === null || b === null) return a ?? b
  return isLater(b, a) ? b : a
}

function laterOf<T extends { key: EventKey }>(
  a: T | null,
  b: T | null,
  survives: (said: T) => boolean,
): T | null {
  const [liveA, liveB] = [a !== null && survives(a) ? a : null, b !== null && survives(b) ? b : null]
  if (liveA === null || liveB === null) return liveA ?? liveB
  return isLater(liveB.key, liveA.key) ? liveB : liveA
}

function unbeaten(claims: Claim[]): Claim[] {
  const latestFirst = claims.toSorted(
    (x, y) => compareEventKeys(y.key, x.key) || (x.value < y.value ? -1 : 1),
  )
  const kept: Claim[] = []
  for (const claim of latestFirst) {
    const best = kept.at(-1)
    if (best === undefined || claim.value < best.value) kept.push(claim)
  }
  return kept
}
