const firstDelayMs = 1_000
const longestDelayMs = 30_000
const jitterShare = 0.2

/** 1 s, doubled with each failed attempt, at most 30 s, spread by up to a fifth so that failures do not return as one. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const delayMs = firstDelayMs * 2 ** Math.min(attempts - 1, 10)
  const spread = 1 - jitterShare + 2 * jitterShare * random()
  return Math.min(delayMs * spread, longestDelayMs)
}
