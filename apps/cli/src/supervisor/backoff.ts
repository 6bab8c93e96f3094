export type Backoff = { nextDelayMs: (aliveMs: number) => number }

const firstMs = 200
const longestMs = 5_000
const steadyMs = 30_000

/** Returns the pause before each restart: 0.2 s, doubled up to 5 s, and 0.2 s again after 30 s of life. */
export function createBackoff(): Backoff {
  let delayMs = firstMs
  return {
    nextDelayMs: (aliveMs) => {
      if (aliveMs >= steadyMs) delayMs = firstMs
      const current = delayMs
      delayMs = Math.min(delayMs * 2, longestMs)
      return current
    },
  }
}
