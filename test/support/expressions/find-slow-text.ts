import { runInNewContext } from 'node:vm'
import { expectLinear } from '@signalpost/testing'
import type { FoundExpression } from './find-expressions.ts'
import { type TextShape, textOf, worstTexts } from './worst-texts.ts'

/** In letters. Where time doubles with each letter, a short text is slow. */
const lengths = [28, 2_000]
/** An expression whose time is in proportion takes a tenth of it for the longest text. */
const suspectMs = 1
/** Of the slowest texts, so many are measured well. */
const measured = 3
/** For all texts of one length. */
const endlessMs = 20_000

/** Returns the text for which an expression takes more than proportional time, with how long; undefined without one. */
export async function findSlowText(
  { source, flags }: Pick<FoundExpression, 'source' | 'flags'>,
  options: { timeoutMs?: number } = {},
): Promise<string | undefined> {
  // Run over whole texts, as for a replacement of every match.
  const expression = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`)
  return findSlowShape(worstTexts(source), (text) => text.replace(expression, ''), options)
}

/** Returns the shape of a text for which `run` takes more than proportional time, with how long. */
export async function findSlowShape(
  shapes: readonly TextShape[],
  run: (text: string) => unknown,
  { timeoutMs = endlessMs } = {},
): Promise<string | undefined> {
  const timeOf = (text: string): number => {
    const startedMs = performance.now()
    run(text)
    return performance.now() - startedMs
  }
  let suspects: { shape: TextShape; ms: number }[] = []
  let current: TextShape | undefined
  for (const length of lengths) {
    const measure = (): void => {
      for (const shape of shapes) {
        current = shape
        const text = textOf(shape, length)
        // The first may have waited for the processor.
        const ms = timeOf(text) < suspectMs ? 0 : timeOf(text)
        if (ms >= suspectMs) suspects.push({ shape, ms })
      }
    }
    suspects = []
    try {
      // Only so can an expression be stopped.
      runInNewContext('measure()', { measure }, { timeout: timeoutMs })
    } catch {
      return `${JSON.stringify(current)} takes no end of time`
    }
  }
  const slowest = suspects.toSorted((one, other) => other.ms - one.ms).slice(0, measured)
  for (const { shape } of slowest) {
    try {
      await expectLinear({ input: (n) => textOf(shape, n), run, from: 1_000, upTo: 64_000 })
    } catch (error) {
      return `${JSON.stringify(shape)}: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return undefined
}
