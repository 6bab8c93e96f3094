import { createHmac } from 'node:crypto'
import type { Listener, Signal } from '@signalpost/domain'
import { type DayDraws, emptyDay, type ListenerHistory } from '../history/listener-history.ts'

type SurfacingPolicy = NonNullable<Signal['policy']>

export type Surfacing = {
  kept: boolean
  /** What the signal stores. Below the bar, its propensity is the chance that this find had. */
  policy: SurfacingPolicy
  reason: string
  /** For `addToHistory`. */
  day: DayDraws
}

const startBars = { low: 60, balanced: 45, high: 35 } as const satisfies Record<
  Listener['sensitivity'],
  number
>
const nearPoints = 15
const chances = { near: 0.05, far: 0.01 }
const mostExplored = 2
const findsBeforeMoving = 200
const mostMoved = 10
const wantedPerDay = 20

/**
 * Returns how far the bar is from where it began, on a new day: a point up or down from the day before, towards the
 * wanted number of finds a day.
 */
function shiftAfter({ shift, reached }: DayDraws, finds: number): number {
  const step = finds < findsBeforeMoving ? 0 : Math.sign(reached - wantedPerDay)
  return Math.min(mostMoved, Math.max(-mostMoved, shift + step))
}

function drawsOn(day: string, history: ListenerHistory): DayDraws {
  if (history.day.day === day) return history.day
  return { ...emptyDay, day, shift: shiftAfter(history.day, history.documents) }
}

/** Returns the score from which on finds are shown on a day. A bar that a person chose stays where it is. */
export function barOf({
  sensitivity,
  day,
  history,
  chosenBar,
}: Pick<Parameters<typeof decideSurfacing>[0], 'sensitivity' | 'day' | 'history' | 'chosenBar'>): number {
  return chosenBar ?? startBars[sensitivity] + drawsOn(day, history).shift
}

/**
 * Decides whether a find is shown: always from the bar on, and below it by chance, at most twice a day. The draw is a
 * digest of the key, so it is the same after a crash. What was drawn never moves the bar.
 */
export function decideSurfacing({
  score,
  demand,
  sensitivity,
  chosenBar,
  seed,
  dedupeKey,
  day,
  history,
}: {
  score: number
  /** By how much the bar is higher for the find, by what verdicts say of its keywords. */
  demand: number
  sensitivity: Listener['sensitivity']
  /** The bar that a person chose, if one did. */
  chosenBar?: number | undefined
  /** The listener's secret, so that no author can choose an address that is shown. */
  seed: string
  dedupeKey: string
  /** The UTC day as `YYYY-MM-DD`. */
  day: string
  history: ListenerHistory
}): Surfacing {
  const draws = drawsOn(day, history)
  const bar = barOf({ sensitivity, day, history, chosenBar }) + demand
  const named = `the bar of ${bar}${demand === 0 ? '' : `, ${demand} higher by verdicts on its keywords`}`
  const at = { scoreAtDecision: score, barAtDecision: bar }
  if (score >= bar) {
    const reason = `The score of ${score} reaches ${named}.`
    const counted = { ...draws, reached: draws.reached + 1 }
    return { kept: true, policy: { propensity: 1, explored: false, ...at }, reason, day: counted }
  }
  const distance = bar - score <= nearPoints ? 'near' : 'far'
  const chance = chances[distance]
  const explored = drawOf(seed, dedupeKey) < chance && draws.explored < mostExplored
  const propensity = chance * chanceOfRoom(draws)
  const reason = explored
    ? `The score of ${score} is below ${named}; shown by chance to learn from it.`
    : `The score of ${score} is below ${named}.`
  return {
    kept: explored,
    policy: { propensity, explored, ...at },
    reason,
    day: {
      ...draws,
      [distance]: draws[distance] + 1,
      explored: draws.explored + (explored ? 1 : 0),
    },
  }
}

/**
 * Returns the chance, before anything of the day was drawn, that fewer than two of the earlier finds were shown. It
 * never depends on what they drew, so dividing by it corrects for the limit of a day.
 */
function chanceOfRoom({ near, far }: DayDraws): number {
  const none = (1 - chances.near) ** near * (1 - chances.far) ** far
  const oneNear = (near * chances.near) / (1 - chances.near)
  const oneFar = (far * chances.far) / (1 - chances.far)
  // A day of thousands of finds would round to 0, which no signal may have.
  return Math.max(none * (1 + oneNear + oneFar), 1e-9)
}

/** Returns a number from 0 up to 1. */
function drawOf(seed: string, dedupeKey: string): number {
  return createHmac('sha256', seed).update(dedupeKey).digest().readUIntBE(0, 6) / 2 ** 48
}
