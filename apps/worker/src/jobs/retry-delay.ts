const firstDelayMs = 1_000
const longestDelayMs = 30_000
const jitterShare = 0.2

/** Returns 1 s, doubled with each failed attempt up to 30 s, varied by up to a fifth so failures do not retry at once. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const delayMs = firstDelayMs * 2 ** Math.min(attempts - 1, 10)
  const spread = 1 - jitterShare + 2 * jitterShare * random()
  return Math.min(delayMs * spread, longestDelayMs)
}
