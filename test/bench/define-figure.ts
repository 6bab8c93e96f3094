import type { Stage } from './stage.ts'

/** What one measurement of a variant says, by metric. */
export type Reading = Record<string, number>

/** One of the things that are measured in turns: the product, or what it is compared with. */
export type Variant = {
  name: string
  /** Measures once. Everything that it needs is running, and nothing else is under load meanwhile. */
  measure: () => Promise<Reading>
}

export type Gate = { atLeast: number } | { atMost: number }

/** What is judged: a metric of one variant, as a ratio to that of another or by itself. */
export type Comparison = {
  title: string
  metric: string
  of: string
  /** Absent: the metric itself is judged. */
  to?: string
  /** Absent: the value is printed and nothing more. */
  gate?: Gate
  goal?: number
  /** A difference of this much, in the metric's unit, passes whatever the ratio says. */
  tolerated?: number
}

export type Figure = {
  name: string
  title: string
  /** More than the usual number of rounds. */
  rounds?: number
  /** Takes long: left out unless it is asked for. */
  isLong?: boolean
  comparisons: Comparison[]
  /** Starts what the variants need; the stage ends it. A variant that cannot run on this machine is left out. */
  prepare: (stage: Stage) => Promise<Variant[]>
}

export function defineFigure(figure: Figure): Figure {
  return figure
}
