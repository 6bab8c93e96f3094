import type { Comparison, Figure, Variant } from './define-figure.ts'
import { type Judgement, judgeComparison, type Readings } from './results/judge-comparison.ts'
import { nameOfOther } from './stage/copies-of.ts'
import type { Stage } from './stage/stage.ts'

export type FigureResult = {
  name: string
  title: string
  rounds: number
  seconds: number
  readings: Readings
  judgements: Judgement[]
}

/**
 * Measures the variants in turns, round by round, each round starting with another variant, so changes on the machine
 * affect all of them. Discards a first reading of each.
 */
export async function runFigure(
  figure: Figure,
  { stage, rounds: wanted }: { stage: Stage; rounds: number },
): Promise<FigureResult> {
  const startedAtMs = performance.now()
  const rounds = Math.max(wanted, figure.rounds ?? 0)
  stage.tell('prepares')
  const variants = await figure.prepare(stage)
  const readings: Readings = Object.fromEntries(variants.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const variant of inTurn(variants, round)) {
      stage.tell(round === 0 ? `warms up: ${variant.name}` : `round ${round} of ${rounds}: ${variant.name}`)
      stage.isWarmingUp = round === 0
      const reading = await variant.measure()
      if (round > 0) readings[variant.name]?.push(reading)
    }
  }
  return {
    name: figure.name,
    title: figure.title,
    rounds,
    seconds: (performance.now() - startedAtMs) / 1000,
    readings,
    judgements: figure.comparisons.flatMap((comparison) => judgeCopies(comparison, readings)),
  }
}

/** What is compared, and the same of another copy of the product if one is measured, without a gate. */
function judgeCopies(comparison: Comparison, readings: Readings): Judgement[] {
  const judgement = judgeComparison(comparison, readings)
  const [of, title] = [nameOfOther(comparison.of), nameOfOther(comparison.title)]
  if (readings[of] === undefined) return [judgement]
  return [judgement, judgeComparison({ ...comparison, of, title, gate: undefined }, readings)]
}

function inTurn(variants: readonly Variant[], round: number): Variant[] {
  const first = round % Math.max(1, variants.length)
  return [...variants.slice(first), ...variants.slice(0, first)]
}
