import type { Database, DatabasePool } from '@signalpost/database'
import type { ComparedRows, SourceIdentity, WarehouseLease } from '@signalpost/database/warehouses'
import type { WarehouseLosses } from '@signalpost/domain'
import type { Tracer } from '@signalpost/tracing'
import type { FillTarget } from '../history/fill.ts'

/** The most rows and bytes of CSV in one batch. */
export type BatchLimits = { rows: number; bytes: number }

export const defaultLimits: BatchLimits = { rows: 50_000, bytes: 32 * 1024 * 1024 }

export type SyncProgress = {
  table: string
  /** How many rows of the table this run wrote or compared. */
  rows: number
  /** About how many rows remain. */
  remaining: number
}

/** A table that is rewritten because the product's database has another history, with the reason in words. */
export type TableRewrite = { table: string; reason: string }

/** What a run has done so far. It is recorded however the run ends. */
export type RunTally = {
  /** Rows written or repaired. */
  rows: number
  /** Rows that the warehouse refused. */
  rejected: number
  /** The compared rows of each table; null if the run compares nothing. */
  comparison: Record<string, ComparedRows> | null
}

/** A leased, open warehouse. */
export type WarehouseWork = {
  database: Database
  pool: DatabasePool
  /** The identity of `database` when the work began. */
  source: SourceIdentity
  lease: WarehouseLease
  /** The key under which personal data is hashed; undefined where it is kept or left out. */
  personalKey: string | undefined
  target: FillTarget
  /** What its engine does not store exactly, so that comparisons allow for it. */
  losses: WarehouseLosses
  /** Whether its kind takes batches in parts. */
  readsParts: boolean
  /** The directory for the files of batches. */
  directory: string
  /** Aborts when the work must end. It ends after the batch in flight. */
  signal: AbortSignal
  limits: BatchLimits
  tracer?: Tracer | undefined
  /** Filled by the work. */
  tally: RunTally
  onProgress?: ((progress: SyncProgress) => void) | undefined
  onRewrite?: ((rewrite: TableRewrite) => void) | undefined
}

/** The work ended early for a reason on our side: a stop, a lost lease, or another history of our database. */
export class WorkInterrupted extends Error {
  override readonly name = 'WorkInterrupted'
}

/** Throws WorkInterrupted once `signal` aborts. */
export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new WorkInterrupted('The work on the warehouse was interrupted; it continues later.')
  }
}
