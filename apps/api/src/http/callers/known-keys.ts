import type { Database } from '@signalpost/database'
import { findApiKey } from '@signalpost/database/access'
import { limitMisses } from './limit-misses.ts'

/** Revocations must take effect everywhere within 5 s; the rest of that is for the query itself. */
const believedMs = 4_000
const maxKeys = 10_000

type StoredKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

type Reading = { readAtMs: number; key: Promise<StoredKey | undefined> }

/**
 * Finds a stored key, and caches it for a few seconds. Throws RejectedError `rate_limited` for an address that guesses
 * ids.
 */
export type FindKey = (keyId: string, address: string) => Promise<StoredKey | undefined>

/** Caches keys and unknown ids separately, so guessed ids evict no key. */
export function createKnownKeys({ database, nowMs }: { database: Database; nowMs: () => number }): FindKey {
  const keys = new Map<string, Reading>()
  const missing = new Map<string, Reading>()
  const misses = limitMisses({ nowMs })

  return async (keyId, address) => {
    const known = keys.get(keyId) ?? missing.get(keyId)
    if (known !== undefined && isBelieved(known, nowMs())) return known.key
    // A known key is read again whatever the rate of misses.
    const isNew = !keys.has(keyId)
    if (isNew) misses.take(address)
    const reading = { readAtMs: nowMs(), key: findApiKey(database, keyId) }
    const held = isNew ? missing : keys
    hold(held, keyId, reading)
    try {
      const key = await reading.key
      if (key !== undefined && isNew) {
        misses.giveBack(address)
        missing.delete(keyId)
        hold(keys, keyId, reading)
      }
      return key
    } catch (error) {
      if (held.get(keyId) === reading) held.delete(keyId) // the next request reads again
      throw error
    }
  }
}

function isBelieved({ readAtMs }: Reading, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs
  return ageMs >= 0 && ageMs < believedMs
}

/** Makes the entry the newest; evicts the oldest if there are too many. */
function hold(held: Map<string, Reading>, keyId: string, reading: Reading): void {
  held.delete(keyId)
  const [oldest] = held.keys()
  if (held.size >= maxKeys && oldest !== undefined) held.delete(oldest)
  held.set(keyId, reading)
}
