import { retryDelayMs, retryPolicies } from '@signalpost/domain'

export type Backoff = { nextDelayMs: (aliveMs: number) => number }

const steadyMs = 30_000

/** Returns the pause before each restart: 0.2 s, doubled up to 5 s, and 0.2 s again after 30 s of life. */
export function createBackoff(): Backoff {
  let failures = 0
  return {
    nextDelayMs: (aliveMs) => {
      failures = aliveMs >= steadyMs ? 1 : failures + 1
      return retryDelayMs(retryPolicies.process, failures)
    },
  }
}
