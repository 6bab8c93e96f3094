const keptMs = 500

/**
 * Runs `check` once for all callers that ask while it runs, and keeps the result for another 500 ms. So the cost of a
 * public check does not grow with the number of requests.
 */
export function shareCheck<Result>(
  check: () => Promise<Result>,
  { nowMs = () => performance.now() }: { nowMs?: () => number } = {},
): () => Promise<Result> {
  let current: Promise<Result> | undefined
  let keptUntilMs = Number.POSITIVE_INFINITY
  return () => {
    if (current !== undefined && nowMs() < keptUntilMs) return current
    keptUntilMs = Number.POSITIVE_INFINITY
    current = check().finally(() => {
      keptUntilMs = nowMs() + keptMs
    })
    return current
  }
}
