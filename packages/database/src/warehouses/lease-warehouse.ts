import { RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { getWarehouse, type WarehouseReference } from './warehouses.ts'

/** A warehouse that one process works on for as long as it renews the lease. */
export type WarehouseLease = {
  warehouseId: string
  orgId: string
  kind: string
  settings: Record<string, unknown>
  excludesPersonal: boolean
  /** The names of its tables; null for all but the ledger. */
  tables: readonly string[] | null
  /** Whether it has the events of the ledger too. */
  hasLedger: boolean
  /** Whether it shows the mail addresses of people. */
  hasMailAddresses: boolean
  /** Whether it reaches only what the operator of the machine allows. */
  hasBounds: boolean
  /** Grows with each edit that rewrites its tables. */
  edition: number
  /** How often in a row it failed. */
  failures: number
  /** Whether its last comparison is more than a day ago. */
  isVerificationDue: boolean
  /** Time since a sync last opened it and saw its tables; null if the next sync must. */
  openedMsAgo: number | null
  token: string
}

/** How the work on a warehouse ended, and when the next begins. */
export type WarehouseOutcome =
  /** `isOpened` if its tables were seen. */
  | { result: 'synced'; isOpened?: boolean }
  /** It was compared or repaired; the facts about its syncs stay. */
  | { result: 'compared' }
  | { result: 'failed'; error: string; retryMs: number }
  /** The warehouse is not at fault; the facts about it stay. */
  | { result: 'interrupted'; retryMs: number }

const isFree = sql`(leased_until is null or leased_until <= now())`

/** Selects the warehouses that are due and no process works on. */
export const dueWarehouses = sql<{ warehouse_id: string }>`
  select warehouse_id from warehouses where not is_paused and due_at <= now() and ${isFree}`

/** Leases the warehouse that is due the longest; undefined when none is. */
export async function leaseDueWarehouse(
  database: Database,
  { leaseMs }: { leaseMs: number },
): Promise<WarehouseLease | undefined> {
  return lease(
    database,
    sql`warehouse_id = (${dueWarehouses} order by due_at limit 1 for update skip locked)`,
    leaseMs,
  )
}

/**
 * Leases one warehouse, due or not; undefined while another process works on it. Throws RejectedError `not_found`, and
 * `conflict` if it is paused and `allowsPaused` is not set.
 */
export async function leaseWarehouse(
  database: Database,
  { leaseMs, allowsPaused, ...warehouse }: WarehouseReference & { leaseMs: number; allowsPaused: boolean },
): Promise<WarehouseLease | undefined> {
  const { warehouseId, isPaused } = await getWarehouse(database, warehouse)
  if (isPaused && !allowsPaused)
    throw new RejectedError('conflict', 'The warehouse is paused; resume it first.')
  return lease(database, sql`warehouse_id = ${warehouseId} and ${isFree}`, leaseMs)
}

/**
 * Returns false if another process has the lease, or the warehouse is deleted, or paused without `allowsPaused`: then
 * the work must end.
 */
export async function renewWarehouseLease(
  database: Database,
  {
    warehouseId,
    token,
    leaseMs,
    allowsPaused = false,
  }: { warehouseId: string; token: string; leaseMs: number; allowsPaused?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update warehouses set leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    where warehouse_id = ${warehouseId} and lease_token = ${token} and (${allowsPaused} or not is_paused)`.execute(
    database,
  )
  return numAffectedRows === 1n
}

/** Records how the work ended and releases the lease; does nothing if another process has the lease. */
export async function settleWarehouse(
  database: Database,
  { warehouseId, token, outcome }: { warehouseId: string; token: string; outcome: WarehouseOutcome },
): Promise<void> {
  await sql`
    update warehouses set lease_token = null, leased_until = null, ${changesOf(outcome)}
    where warehouse_id = ${warehouseId} and lease_token = ${token}`.execute(database)
}

/** Records how many of its rows differ from the stored ones; with `isLookDue`, the next sync opens it in any case. */
export async function recordVerification(
  database: Database,
  {
    warehouseId,
    differingRows,
    isLookDue,
  }: { warehouseId: string; differingRows: number; isLookDue: boolean },
): Promise<void> {
  await sql`
    update warehouses set verified_at = now(), differing_rows = ${differingRows},
      opened_at = ${isLookDue ? null : sql`opened_at`}
    where warehouse_id = ${warehouseId}`.execute(database)
}

async function lease(
  database: Database,
  condition: RawBuilder<unknown>,
  leaseMs: number,
): Promise<WarehouseLease | undefined> {
  const { rows } = await sql<WarehouseLease>`
    update warehouses
    set lease_token = gen_random_uuid(), leased_at = now(),
        leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    where ${condition}
    returning warehouse_id as "warehouseId", org_id as "orgId", kind, settings,
      excludes_personal as "excludesPersonal", tables, has_ledger as "hasLedger",
      has_mail_addresses as "hasMailAddresses", has_bounds as "hasBounds", edition, failures,
      coalesce(verified_at, created_at) <= now() - interval '1 day' as "isVerificationDue",
      (extract(epoch from now() - opened_at) * 1000)::float8 as "openedMsAgo",
      lease_token as token`.execute(database)
  return rows[0]
}

// Someone asked for a sync while this one ran, and it may have begun too early for what they changed.
const wasAskedFor = sql`due_at > leased_at and due_at <= now()`

function changesOf(outcome: WarehouseOutcome): RawBuilder<unknown> {
  switch (outcome.result) {
    case 'compared':
      return sql`leased_at = leased_at`
    case 'synced':
      // Counted from the start of the sync, so changes made during it do not wait for it too.
      return sql`
        ${dueIn(sql`greatest(now(), leased_at + make_interval(secs => interval_ms / 1000.0))`)},
        last_sync_at = now(), failing_since = null, failures = 0, last_error = null,
        opened_at = case when ${outcome.isOpened ?? false} and not (${wasAskedFor}) then leased_at else opened_at end`
    case 'failed':
      return sql`
        ${dueIn(sql`now() + make_interval(secs => ${outcome.retryMs / 1000})`)},
        failing_since = coalesce(failing_since, now()), failures = failures + 1, last_error = ${outcome.error}`
    case 'interrupted':
      return dueIn(sql`now() + make_interval(secs => ${outcome.retryMs / 1000})`)
  }
}

function dueIn(next: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`due_at = case when ${wasAskedFor} then due_at else ${next} end`
}
