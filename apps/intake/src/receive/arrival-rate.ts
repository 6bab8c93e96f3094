/** How many requests arrive a second, over the last moments. */
export type ArrivalRate = {
  note: () => void
  perSecond: () => number
}

const windowMs = 50

/** Counts in windows of 50 ms. A window that lasted longer, as nothing arrived, is counted with its true length. */
export function createArrivalRate(nowMs: () => number): ArrivalRate {
  let sinceMs = nowMs()
  let count = 0
  let perSecond = 0
  const closeWindow = (): void => {
    const elapsedMs = nowMs() - sinceMs
    if (elapsedMs < windowMs) return
    perSecond = (count * 1_000) / elapsedMs
    count = 0
    sinceMs += elapsedMs
  }
  return {
    note: () => {
      closeWindow()
      count += 1
    },
    perSecond: () => {
      closeWindow()
      return perSecond
    },
  }
}
