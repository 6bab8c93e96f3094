import type { Database, DatabasePool } from '@signalpost/database'
import type { SourceIdentity, WarehouseLease } from '@signalpost/database/warehouses'
import type { WarehouseLosses } from '@signalpost/domain'
import type { Target } from '@signalpost/warehouses'

/** How much goes into one batch. */
export type BatchLimits = { rows: number; bytes: number }

export const defaultLimits: BatchLimits = { rows: 20_000, bytes: 32 * 1024 * 1024 }

export type SyncProgress = {
  table: string
  /** Of the table, in this run. */
  rows: number
  /** About how many are still to come. */
  remaining: number
}

/** A table that is written anew, because the product's database took up another history. */
export type TableRewrite = { table: string; reason: string }

/** A warehouse that is leased and open. */
export type WarehouseWork = {
  database: Database
  pool: DatabasePool
  /** What `database` is, at the beginning of the work. */
  source: SourceIdentity
  lease: WarehouseLease
  target: Target
  /** What its engine does not keep as it is given. */
  losses: WarehouseLosses
  /** Where batches are written. */
  directory: string
  /** Aborts when the work is to end; it ends after the batch in flight. */
  signal: AbortSignal
  limits: BatchLimits
  onProgress?: ((progress: SyncProgress) => void) | undefined
  onRewrite?: ((rewrite: TableRewrite) => void) | undefined
}

/** The work ended before it was done, and for no fault of the warehouse. */
export class WorkInterrupted extends Error {
  override readonly name = 'WorkInterrupted'
}

export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new WorkInterrupted('The work on the warehouse was interrupted; it goes on later.')
}
