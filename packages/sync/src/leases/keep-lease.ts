import type { Database } from '@signalpost/database'
import { renewWarehouseLease, type WarehouseLease } from '@signalpost/database/warehouses'

/** How long a lease lasts without a renewal. */
export const leaseMs = 30_000
const renewalsPerLease = 3

export type KeptLease = {
  /**
   * Aborts when another process has the lease, when the database was out of reach for 30 s, and, unless `allowsPaused`,
   * when the warehouse is paused.
   */
  lost: AbortSignal
  /** Stops the renewals, and waits for one in flight. Does not give the lease back. */
  stop: () => Promise<void>
}

/** Renews a lease every 10 s in the background. Never throws: `lost` aborts instead. */
export function keepLease(
  database: Database,
  { warehouseId, token }: WarehouseLease,
  { allowsPaused }: { allowsPaused: boolean },
): KeptLease {
  const abort = new AbortController()
  let renewedAtMs = performance.now()
  let renewing = Promise.resolve()
  const abortOnceEnded = (): void => {
    if (performance.now() - renewedAtMs >= leaseMs) abort.abort()
  }
  const renew = async (): Promise<void> => {
    const startedAtMs = performance.now()
    try {
      if (await renewWarehouseLease(database, { warehouseId, token, leaseMs, allowsPaused }))
        renewedAtMs = startedAtMs
      else abort.abort()
    } catch {
      // The database may come back before the lease ends.
      abortOnceEnded()
    }
  }
  const timer = setInterval(() => {
    // A renewal without a response may take longer than the lease lasts.
    abortOnceEnded()
    renewing = renewing.then(renew)
  }, leaseMs / renewalsPerLease)
  return {
    lost: abort.signal,
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
  }
}
