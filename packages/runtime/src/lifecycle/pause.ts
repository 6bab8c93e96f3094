import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after the delay, or at once when the signal is aborted. */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch((cause: unknown) => {
    if (signal?.aborted !== true) throw cause
  })
}
