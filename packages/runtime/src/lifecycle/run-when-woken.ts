import { createWakeableLoop, type WakeableLoop } from './wakeable-loop.ts'

// Until something wakes it; this is for wakes that never come.
const idleIntervalMs = 10_000
const intervalAfterErrorMs = 1_000

/** Runs `work` when it is woken, and every ten seconds. Reports work that throws, and tries again after a second. */
export function runWhenWoken({
  work,
  onError,
}: {
  work: () => Promise<unknown>
  onError: (error: unknown) => void
}): WakeableLoop {
  return createWakeableLoop({
    round: async () => {
      await work()
      return idleIntervalMs
    },
    onError,
    intervalAfterErrorMs,
  })
}
