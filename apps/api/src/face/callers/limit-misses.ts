import { RejectedError } from '@signalpost/domain'

const windowMs = 60_000
const missesPerWindow = 300
const maxAddresses = 10_000

/** Limits how often an address may make the store look for unknown keys. */
export type MissLimit = {
  /** Counts a lookup. Throws RejectedError `rate_limited` when the address has used up its minute. */
  take: (address: string) => void
  /** Returns a permit, because the lookup found a key. */
  giveBack: (address: string) => void
}

/** Counts in fixed windows of a minute, in this process's memory. The number of addresses is limited. */
export function limitMisses({ nowMs }: { nowMs: () => number }): MissLimit {
  const misses = new Map<string, number>()
  let windowStartMs = Number.NaN

  const ofThisWindow = (): Map<string, number> => {
    const startMs = Math.floor(nowMs() / windowMs) * windowMs
    if (startMs !== windowStartMs) misses.clear()
    windowStartMs = startMs
    return misses
  }

  return {
    take: (address) => {
      const ofWindow = ofThisWindow()
      const count = ofWindow.get(address) ?? 0
      if (count >= missesPerWindow) {
        const seconds = Math.max(1, Math.ceil((windowStartMs + windowMs - nowMs()) / 1_000))
        throw new RejectedError(
          'rate_limited',
          'The address has tried too many unknown keys in this minute.',
          {
            headers: { 'retry-after': String(seconds) },
          },
        )
      }
      const [oldest] = ofWindow.keys()
      if (count === 0 && ofWindow.size >= maxAddresses && oldest !== undefined) ofWindow.delete(oldest)
      ofWindow.set(address, count + 1)
    },
    giveBack: (address) => {
      const count = ofThisWindow().get(address) ?? 0
      if (count > 0) misses.set(address, count - 1)
    },
  }
}
