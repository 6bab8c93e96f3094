import type { Stage } from './stage/stage.ts'

/** The result of measuring a variant once, by metric. */
export type Reading = Record<string, number>

/** One of the things measured in turns: the product, or what it is compared with. */
export type Variant = {
  name: string
  /** Measures once. Everything it needs is running, and nothing else is under load. */
  measure: () => Promise<Reading>
}

export type Gate = { atLeast: number } | { atMost: number }

/** The value to judge: a metric of one variant, alone or as a ratio to that of another. */
export type Comparison = {
  title: string
  metric: string
  of: string
  /** Without it, the metric itself is judged. */
  to?: string
  /** Without it, the value is only printed. */
  gate?: Gate | undefined
  goal?: number
  /** A difference up to this, in the metric's unit, passes whatever the ratio. */
  tolerated?: number
  /** A second measurement of what `to` names: what the two differ by passes too, at their medians. */
  noise?: string
}

export type Figure = {
  name: string
  title: string
  /** More than the usual number of rounds. */
  rounds?: number
  /** One of the gates of speed, which `gates` runs together. */
  isGate?: boolean
  /** Slow, so it only runs on request. */
  isLong?: boolean
  comparisons: Comparison[]
  /** Starts what the variants need; the stage ends it. Omits a variant that cannot run on this machine. */
  prepare: (stage: Stage) => Promise<Variant[]>
}

export function defineFigure(figure: Figure): Figure {
  return figure
}
