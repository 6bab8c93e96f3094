import type { Generated } from 'kysely'
import type { Json } from '../json-column.ts'

export type WarehousesTables = {
  warehouses: {
    warehouse_id: string
    org_id: string
    kind: string
    name: string
    settings: Json<Record<string, unknown>>
    location: string
    /** A sealed JSON document of all its secrets. */
    ciphertext: Buffer
    interval_ms: number
    excludes_personal: boolean
    /** Whether it reaches only what the operator of the machine allows: it was created over HTTP. */
    has_bounds: Generated<boolean>
    is_paused: Generated<boolean>
    /** Grows with each edit that rewrites its tables. */
    edition: Generated<number>
    created_at: Generated<Date>
    due_at: Generated<Date>
    lease_token: string | null
    leased_at: Date | null
    leased_until: Date | null
    last_sync_at: Date | null
    failing_since: Date | null
    failures: Generated<number>
    last_error: string | null
    verified_at: Date | null
    /** How many rows differed in the last comparison. */
    differing_rows: string | null
    /** The database, and the start of its server, in which the warehouse's cursors were last read. */
    compared_in: string | null
    /** Why tables were last rewritten because the database's history changed. */
    rewrite_reason: string | null
    rewrite_began_at: Date | null
    rewrite_ended_at: Date | null
    /** When a sync last opened it and saw its tables; null if the next one must. */
    opened_at: Date | null
  }
  warehouse_marks: {
    mark: Generated<string>
    warehouse_id: string
    table_name: string
    marked_at: Generated<Date>
  }
  warehouse_cursors: {
    warehouse_id: string
    table_name: string
    position: string
    version: number
    history: string | null
    rows_filled: Generated<string>
    /** The edition of the warehouse with which the table was last begun. */
    edition: Generated<number>
  }
  /** The last things done with each warehouse; of the oldest, only a bounded number is kept. */
  warehouse_runs: {
    warehouse_id: string
    run_id: string
    purpose: 'sync' | 'backfill' | 'comparison' | 'repair'
    outcome: 'done' | 'interrupted' | 'failed'
    started_at: Date
    ended_at: Generated<Date>
    /** How often in a row it failed for the same reason. */
    times: Generated<number>
    rows: string
    rejected: string
    error: string | null
    comparison: Json<Record<string, unknown>> | null
  }
  /** How far a table was behind when a worker last measured it. */
  warehouse_lags: {
    warehouse_id: string
    table_name: string
    rows_behind: string
    /** All rows of the table when the warehouse began to catch up; null where it is not far behind. */
    rows_total: string | null
    rows_per_second: Generated<number>
    measured_at: Generated<Date>
  }
  warehouse_rejects: {
    warehouse_id: string
    table_name: string
    record_id: string
    position: string
    reason: string
    rejected_at: Generated<Date>
  }
}
