import type { Database } from '@signalpost/database'
import { leaseWarehouse, type WarehouseLease, type WarehouseReference } from '@signalpost/database/warehouses'
import { RejectedError } from '@signalpost/domain'
import { pause } from '@signalpost/runtime'
import { leaseMs } from './keep-lease.ts'
import { throwIfInterrupted } from './warehouse-work.ts'

const waitAtMostMs = 5 * 60_000
const askAgainMs = 500

export type WaitOptions = {
  /** Called once, if another process is working on the warehouse. */
  onWait?: (() => void) | undefined
  /** The longest wait for that process, in milliseconds. 5 minutes by default. */
  waitMs?: number | undefined
  /** Ends the wait. */
  signal?: AbortSignal | undefined
}

/**
 * Leases a warehouse for 30 s. While another process works on it, asks again every 0.5 s.
 *
 * @throws RejectedError `not_found` for an unknown warehouse; `conflict` if it is paused, unless `allowsPaused`, or
 * still leased after `waitMs`
 * @throws WorkInterrupted once `signal` aborts
 */
export async function leaseForPeople(
  database: Database,
  warehouse: WarehouseReference,
  { onWait, waitMs = waitAtMostMs, allowsPaused = false, signal }: WaitOptions & { allowsPaused?: boolean },
): Promise<WarehouseLease> {
  const startedAtMs = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    throwIfInterrupted(signal)
    const lease = await leaseWarehouse(database, { ...warehouse, leaseMs, allowsPaused })
    if (lease !== undefined) return lease
    if (performance.now() - startedAtMs >= waitMs) {
      throw new RejectedError(
        'conflict',
        'Another process is working on the warehouse. Try again when it is done.',
      )
    }
    if (isFirst) onWait?.()
    // An abort ends the pause; the next round throws.
    await pause(askAgainMs, signal)
  }
}
