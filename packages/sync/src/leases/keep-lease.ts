import type { Database } from '@signalpost/database'
import { renewWarehouseLease, type WarehouseLease } from '@signalpost/database/warehouses'

export const leaseMs = 30_000
const renewalsPerLease = 3

export type KeptLease = {
  /**
   * Aborts once the lease is lost, the warehouse paused where that ends the work, or the database out of reach for as
   * long as a lease.
   */
  lost: AbortSignal
  /** Stops renewing it. */
  stop: () => Promise<void>
}

/** Renews a lease in the background. */
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
