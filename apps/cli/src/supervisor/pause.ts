import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after the delay, or at once when the signal is aborted. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal })
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
}
