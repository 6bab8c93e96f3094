import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@signalpost/database'
import { leaseWarehouse, type WarehouseLease, type WarehouseReference } from '@signalpost/database/warehouses'
import { RejectedError } from '@signalpost/domain'
import { leaseMs } from './keep-lease.ts'

const waitAtMostMs = 5 * 60_000
const askAgainMs = 500

export type WaitOptions = {
  /** Told once, when somebody else works on the warehouse. */
  onWait?: (() => void) | undefined
  /** For how long at most. */
  waitMs?: number | undefined
}

/**
 * Leases a warehouse, and waits for a while where somebody else works on it. Throws RejectedError `not_found`, and
 * `conflict` where it is paused or the wait was for nothing.
 */
export async function leaseForPeople(
  database: Database,
  warehouse: WarehouseReference,
  { onWait, waitMs = waitAtMostMs, allowsPaused = false }: WaitOptions & { allowsPaused?: boolean },
): Promise<WarehouseLease> {
  const startedAtMs = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    const lease = await leaseWarehouse(database, { ...warehouse, leaseMs, allowsPaused })
    if (lease !== undefined) return lease
    if (performance.now() - startedAtMs >= waitMs) {
      throw new RejectedError(
        'conflict',
        'Another process works on the warehouse; try again when it is done.',
      )
    }
    if (isFirst) onWait?.()
    await delay(askAgainMs)
  }
}
