import { compareEventKeys, type EventKey, isLater } from '../event-key.ts'
import type { Instant } from '../instant.ts'

/** Which of its values a register has: the earliest one, or that of the latest event. */
export type Winner = keyof typeof winners

/** What one event says about a register, and who did it, where its kind keeps that. */
export type Claim<Value = Instant> = { key: EventKey; value: Value; by?: string }

/** How the state of a register is made from claims. States are never changed in place. */
export type Winning<State, Value> = {
  /** The state before any claim. */
  none: State
  claim: (claim: Claim<Value>) => State
  /** Associative, commutative and idempotent. Leaves out the claims before the signal's last deletion. */
  merge: (a: State, b: State, deletedBy: EventKey | null) => State
  /** The claim that counts. */
  current: (state: State) => Claim<Value> | undefined
  keys: (state: State) => EventKey[]
}

/** The claim of the latest event counts; one of null takes the value away. */
const latest: Winning<Claim<unknown> | null, unknown> = {
  none: null,
  claim: (claim) => claim,
  merge: (a, b, deletedBy) => {
    const liveA = a !== null && survives(a, deletedBy) ? a : null
    const liveB = b !== null && survives(b, deletedBy) ? b : null
    if (liveA === null || liveB === null) return liveA ?? liveB
    return isLater(liveB.key, liveA.key) ? liveB : liveA
  },
  current: (state) => state ?? undefined,
  keys: (state) => (state === null ? [] : [state.key]),
}

/**
 * The claim with the earliest value counts. A deletion that arrives late may end it, so the state keeps every claim
 * that could still count: those that no claim with a later key and an earlier value beats. They are sorted by
 * descending key, so their values descend too, and the last one counts. SQL relies on this order.
 */
const earliest: Winning<Claim[], Instant> = {
  none: [],
  claim: (claim) => [claim],
  merge: (a, b, deletedBy) => {
    if (b.length === 0) return surviving(a, deletedBy)
    if (a.length === 0) return surviving(b, deletedBy)
    return unbeaten(surviving(a, deletedBy), surviving(b, deletedBy))
  },
  current: (state) => state.at(-1),
  keys: (state) => state.map(({ key }) => key),
}

export const winners = { earliest, latest }

function survives({ key }: { key: EventKey }, deletedBy: EventKey | null): boolean {
  return deletedBy === null || isLater(key, deletedBy)
}

function surviving(claims: Claim[], deletedBy: EventKey | null): Claim[] {
  return deletedBy === null ? claims : claims.filter((claim) => survives(claim, deletedBy))
}

/** Merges two sorted lists. */
function unbeaten(a: Claim[], b: Claim[]): Claim[] {
  const kept: Claim[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const claim = isFirst(a[i], b[j]) ? a[i++] : b[j++]
    const best = kept.at(-1)
    if (claim !== undefined && (best === undefined || claim.value < best.value)) kept.push(claim)
  }
  return kept
}

function isFirst(a: Claim | undefined, b: Claim | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined
  const order = compareEventKeys(b.key, a.key)
  return order < 0 || (order === 0 && a.value < b.value)
}
