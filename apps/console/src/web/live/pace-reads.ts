/** So a page that takes long to read takes a tenth of the time of those who serve it. */
const restsARead = 9
const mostRestMs = 2_000

/**
 * Returns what has the topics that moved read again: at once, or when the last read has ended and rested for nine times as
 * long as it took, at most 2 s. What moves meanwhile is read together, so the last read follows the last movement.
 */
export function paceReads(
  read: (topics: ReadonlySet<string>) => Promise<unknown>,
): (moved: readonly string[]) => void {
  const waiting = new Set<string>()
  let isBusy = false

  const readWaiting = async (): Promise<void> => {
    isBusy = true
    while (waiting.size > 0) {
      const topics = new Set(waiting)
      waiting.clear()
      const begunMs = performance.now()
      await read(topics)
      const restMs = Math.min(restsARead * (performance.now() - begunMs), mostRestMs)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    isBusy = false
  }
  return (moved) => {
    for (const topic of moved) waiting.add(topic)
    if (!isBusy) void readWaiting()
  }
}
