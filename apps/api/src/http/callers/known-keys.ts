import type { Database } from '@signalpost/database'
import { findApiKey } from '@signalpost/database/access'
import { limitMisses } from './limit-misses.ts'

/** Revocations must hold everywhere within 5 s; the rest is left for the query itself. */
const believedMs = 4_000
const maxKeys = 10_000

type StoredKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

type Reading = { readAtMs: number; key: Promise<StoredKey | undefined> }

/** Finds a stored key, from memory for a few seconds. Throws RejectedError `rate_limited` to an address that guesses. */
export type FindKey = (keyId: string, address: string) => Promise<StoredKey | undefined>

/** Keys and ids of none are held apart, so that guessed ids push no key out. */
export function createKnownKeys({ database, nowMs }: { database: Database; nowMs: () => number }): FindKey {
  const keys = new Map<string, Reading>()
  const missing = new Map<string, Reading>()
  const misses = limitMisses({ nowMs })

  return async (keyId, address) => {
    const known = keys.get(keyId) ?? missing.get(keyId)
    if (known !== undefined && isBelieved(known, nowMs())) return known.key
    // A key that was there before is read again at any rate.
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
      if (held.get(keyId) === reading) held.delete(keyId) // the next request asks again
      throw error
    }
  }
}

function isBelieved({ readAtMs }: Reading, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs
  return ageMs >= 0 && ageMs < believedMs
}

/** As the newest; the oldest goes where there are too many. */
function hold(held: Map<string, Reading>, keyId: string, reading: Reading): void {
  held.delete(keyId)
  const [oldest] = held.keys()
  if (held.size >= maxKeys && oldest !== undefined) held.delete(oldest)
  held.set(keyId, reading)
}
