import { NotReadyError, TransientError } from '@signalpost/domain'
import { describeNotReady, findShortcomings, type HealthCheck } from '../config/find-shortcomings.ts'
import type { Logger } from '../logging/create-logger.ts'
import { pause } from './pause.ts'

const intervalMs = 500
const logIntervalMs = 5_000

export type Startup = {
  hasStarted: () => boolean
  /** What the process waits for, in public words; undefined once it has started. */
  waitsFor: () => string | undefined
  /** Resolves with true once `begin` is done, false when the wait was abandoned. Rejects with the error of `begin`. */
  started: Promise<boolean>
  /** Ends the wait, and resolves when it is over. */
  abandon: () => Promise<void>
}

/**
 * Waits without limit until every check passes, then runs `begin`. Logs the reason every 5 s.
 *
 * @param begin is called again after a TransientError, so it must throw that before it opens anything
 */
export function startWhenReady({
  checks,
  begin,
  logger,
}: {
  checks: readonly HealthCheck[]
  begin: () => void | Promise<void>
  logger: Logger
}): Startup {
  const abort = new AbortController()
  let hasStarted = false
  let waitsFor: string | undefined = 'the process is starting'

  const tryToStart = async (): Promise<string[]> => {
    const missing = await findShortcomings(checks)
    if (missing.length > 0 || abort.signal.aborted) return missing
    try {
      await begin()
      hasStarted = true
      waitsFor = undefined
      return []
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      return [error instanceof NotReadyError ? describeNotReady(error) : error.message]
    }
  }
  const wait = async (): Promise<boolean> => {
    // A first try that misses only because everything starts at once is no news.
    let loggedAtMs = performance.now()
    while (!abort.signal.aborted) {
      const missing = await tryToStart()
      if (hasStarted) return true
      waitsFor = missing.join('; ')
      const nowMs = performance.now()
      if (missing.length > 0 && nowMs - loggedAtMs >= logIntervalMs) {
        logger.warn({ missing }, 'process.waiting')
        loggedAtMs = nowMs
      }
      await pause(intervalMs, abort.signal)
    }
    return false
  }

  const started = wait()
  return {
    hasStarted: () => hasStarted,
    waitsFor: () => waitsFor,
    started,
    abandon: async () => {
      abort.abort()
      // An error of `begin` belongs to those who wait for the start.
      await started.catch(() => undefined)
    },
  }
}
