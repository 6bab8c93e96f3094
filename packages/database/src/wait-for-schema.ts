import { setTimeout as delay } from 'node:timers/promises'
import { checkDatabase } from './check-database.ts'
import type { Database } from './database.ts'

const intervalMs = 500

/** Waits until the schema is as new as this code; false when it is not within `timeoutMs`, whatever the reason. */
export async function waitForSchema(database: Database, timeoutMs = 60_000): Promise<boolean> {
  const endsAtMs = performance.now() + timeoutMs
  while (performance.now() < endsAtMs) {
    const isReady = await checkDatabase(database).then(
      () => true,
      () => false, // an unreachable database may yet come up: that is what the waiting is for
    )
    if (isReady) return true
    await delay(intervalMs)
  }
  return false
}
