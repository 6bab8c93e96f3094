import { setTimeout as delay } from 'node:timers/promises'
import { isStoreFault } from '@signalpost/database'
import { TransientError } from '@signalpost/domain'
import { deepestOf, explainError } from '../../command/explain-error.ts'

const intervalMs = 500
const reportIntervalMs = 5_000

/**
 * Repeats `check` until it passes, for `limitMs` at most.
 *
 * @throws what `check` threw if waiting cannot help, TransientError when the time is over
 */
export async function waitForDatabase(
  check: () => Promise<unknown>,
  { limitMs, note }: { limitMs: number; note: (line: string) => void },
): Promise<void> {
  const startedAtMs = performance.now()
  let reportedAtMs = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (limitMs === 0 || !isStoreFault(error)) throw error
      const nowMs = performance.now()
      const reason = explainError(error instanceof Error ? deepestOf(error) : error)
      if (nowMs - startedAtMs + intervalMs > limitMs) {
        throw new TransientError(`The database cannot be used after ${limitMs / 1000} s: ${reason}`, {
          cause: error,
        })
      }
      if (nowMs - reportedAtMs >= reportIntervalMs) {
        note(`waiting for the database: ${reason}`)
        reportedAtMs = nowMs
      }
      await delay(intervalMs)
    }
  }
}
