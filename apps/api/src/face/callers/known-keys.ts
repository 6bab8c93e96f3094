import { createBriefMemory } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { findApiKey } from '@signalpost/database/access'
import { limitMisses } from './limit-misses.ts'

type StoredKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

/**
 * Finds a stored key, and caches it for a few seconds. Throws RejectedError `rate_limited` for an address that guesses
 * ids.
 */
export type FindKey = (keyId: string, address: string) => Promise<StoredKey | undefined>

export function createKnownKeys({ database, nowMs }: { database: Database; nowMs: () => number }): FindKey {
  const memory = createBriefMemory<StoredKey>({ nowMs })
  const misses = limitMisses({ nowMs })
  return (keyId, address) =>
    memory.read(keyId, async ({ wasFound }) => {
      // A known key is read again whatever the rate of misses.
      if (!wasFound) misses.take(address)
      const key = await findApiKey(database, keyId)
      if (key !== undefined && !wasFound) misses.giveBack(address)
      return key
    })
}
