import { runInNewContext } from 'node:vm'
import { expectLinear } from '@signalpost/testing'
import type { FoundExpression } from './find-expressions.ts'
import { type TextShape, textOf, worstTexts } from './worst-texts.ts'

/** In letters. Where time doubles with each letter, a short text is slow. */
const lengths = [28, 2_000]
/** A linear expression takes a tenth of it for the longest text. */
const suspectMs = 1
/** Of the slowest texts, so many are measured well. */
const measured = 3
/** For all texts of one length. */
const endlessMs = 20_000

/**
 * Returns the text for which an expression takes more than proportional time, with how long; undefined where none was
 * found. It is run over whole texts, as for a replacement of every match.
 */
export async function findSlowText(
  { source, flags }: Pick<FoundExpression, 'source' | 'flags'>,
  { timeoutMs = endlessMs } = {},
): Promise<string | undefined> {
  const expression = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`)
  const run = (text: string): unknown => text.replace(expression, '')
  const timeOf = (text: string): number => {
    const startedMs = performance.now()
    run(text)
    return performance.now() - startedMs
  }
  const shapes = worstTexts(source)
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
      return `${JSON.stringify(shape)}: ${error instanceof Error ? error.message : error}`
    }
  }
  return undefined
}
