/** Returns the result of `work`, or throws the error of `late` after `limitMs`. `work` itself is not stopped. */
export async function raceDeadline<T>(
  work: Promise<T>,
  { limitMs, late }: { limitMs: number; late: () => Error },
): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
