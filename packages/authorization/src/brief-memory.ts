/** Ends must apply everywhere within 5 s; the remaining time is for the query. */
const believedMs = 4_000
const maxEntries = 10_000

type Reading<Value> = { readAtMs: number; value: Promise<Value | undefined> }

/** Values read from the store, cached for 4 s. */
export type BriefMemory<Value> = {
  /** `load` gets whether the key had a value when it was last read. */
  read: (
    key: string,
    load: (last: { wasFound: boolean }) => Promise<Value | undefined>,
  ) => Promise<Value | undefined>
  forget: (key: string) => void
}

/** Keys without a value are stored separately, so guessed keys evict none that has a value. */
export function createBriefMemory<Value>({ nowMs }: { nowMs: () => number }): BriefMemory<Value> {
  const found = new Map<string, Reading<Value>>()
  const missing = new Map<string, Reading<Value>>()
  const forget = (key: string): void => {
    found.delete(key)
    missing.delete(key)
  }

  return {
    forget,
    read: async (key, load) => {
      const known = found.get(key) ?? missing.get(key)
      if (known !== undefined && isBelieved(known, nowMs())) return known.value
      const reading = { readAtMs: nowMs(), value: load({ wasFound: found.has(key) }) }
      forget(key)
      hold(missing, key, reading)
      try {
        const value = await reading.value
        if (value !== undefined && missing.get(key) === reading) {
          missing.delete(key)
          hold(found, key, reading)
        }
        return value
      } catch (error) {
        if (missing.get(key) === reading) missing.delete(key) // the next request asks again
        throw error
      }
    },
  }
}

function isBelieved({ readAtMs }: { readAtMs: number }, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs
  return ageMs >= 0 && ageMs < believedMs
}

/** Adds a reading as the newest, and evicts the oldest if there are too many. */
function hold<Value>(held: Map<string, Reading<Value>>, key: string, reading: Reading<Value>): void {
  const [oldest] = held.keys()
  if (held.size >= maxEntries && oldest !== undefined) held.delete(oldest)
  held.set(key, reading)
}
