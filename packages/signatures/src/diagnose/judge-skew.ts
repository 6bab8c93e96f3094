import type { Diagnosis } from './finding.ts'

/** Requests from one wrong clock differ by what the network takes. */
const sameSkewSeconds = 5

/**
 * Explains a right signature with a timestamp out of tolerance. `skewSeconds` is how old the timestamp was, negative
 * when it lay in the future; `recentSkewsSeconds` are those of the source's other stale requests of the last
 * hour. The same age again and again is a clock; a single old one is a retry with its old signature.
 */
export function judgeSkew(skewSeconds: number, recentSkewsSeconds: readonly number[]): Diagnosis {
  const isClock =
    skewSeconds < 0 || recentSkewsSeconds.some((other) => Math.abs(other - skewSeconds) <= sameSkewSeconds)
  return { finding: isClock ? 'stale_clock' : 'stale_retry', detail: describeSkew(skewSeconds), skewSeconds }
}

function describeSkew(seconds: number): string {
  return seconds < 0 ? `${-seconds} s in the future` : `${seconds} s old`
}
