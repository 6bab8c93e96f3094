const keptMs = 500

/**
 * Runs `check` once for all who ask while it runs, and keeps its result for half a second after: what anyone may ask
 * for costs the same however often they do.
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
