import { setTimeout as delay } from 'node:timers/promises'

export type Periodic = {
  /** Starts no further round and waits for the one in flight. */
  stop: () => Promise<void>
}

/** Runs `work` again and again, `intervalMs` after each end; a round that throws is told and the next one comes. */
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
      // Rejects when it is stopped, which ends the pause.
      await delay(intervalMs, undefined, { signal: abort.signal }).catch(() => undefined)
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
