import { pause } from './pause.ts'

export type Periodic = {
  /** Starts no more rounds and waits for the one in flight. */
  stop: () => Promise<void>
}

/**
 * Runs `work` repeatedly, `intervalMs` after the end of the previous round. Reports a round that throws, and continues.
 */
export function runPeriodically({
  intervalMs,
  work,
  onError,
}: {
  intervalMs: number
  work: () => Promise<unknown>
  onError: (error: unknown) => void
}): Periodic {
  const abort = new AbortController()
  const rounds = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      await work().catch(onError)
      // Rejects on stop, which ends the pause.
      await pause(intervalMs, abort.signal)
    }
  }
  const running = rounds()
  return {
    stop: async () => {
      abort.abort()
      await running
    },
  }
}
