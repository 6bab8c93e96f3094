/** Returns a signal that the first Ctrl-C or SIGTERM aborts while `work` runs, so that it can clean up. */
export async function withInterruption<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController()
  const abort = () => interruption.abort()
  process.once('SIGINT', abort).once('SIGTERM', abort)
  try {
    return await work(interruption.signal)
  } finally {
    process.removeListener('SIGINT', abort).removeListener('SIGTERM', abort)
  }
}
