import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionFault } from '@signalpost/database'
import { TransientError } from '@signalpost/domain'
import { deepestOf, explainError } from '../../command/explain-error.ts'

/** How long `start` and `migrate` try to connect by default. */
export const connectLimitMs = 30_000

const intervalMs = 500
const reportIntervalMs = 5_000

export type Waiting = {
  limitMs: number
  /** Which errors to wait out; by default, those of connections. */
  isWaitedOut?: (error: unknown) => boolean
  note: (line: string) => void
}

/**
 * Repeats `work` until it succeeds, for `limitMs` at most. `store` is its name for people, such as `database`.
 *
 * @throws what `work` threw if waiting cannot help, TransientError when the time is over
 */
export async function waitForStore<Result>(
  store: string,
  work: () => Promise<Result>,
  { limitMs, isWaitedOut = isConnectionFault, note }: Waiting,
): Promise<Result> {
  const startedAtMs = performance.now()
  let reportedAtMs = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (limitMs === 0 || !isWaitedOut(error)) throw error
      const nowMs = performance.now()
      const reason = explainError(error instanceof Error ? deepestOf(error) : error)
      if (nowMs - startedAtMs + intervalMs > limitMs) {
        throw new TransientError(`The ${store} cannot be used after ${limitMs / 1000} s: ${reason}`, {
          cause: error,
        })
      }
      if (nowMs - reportedAtMs >= reportIntervalMs) {
        note(`waiting for the ${store}: ${reason}`)
        reportedAtMs = nowMs
      }
      await delay(intervalMs)
    }
  }
}
