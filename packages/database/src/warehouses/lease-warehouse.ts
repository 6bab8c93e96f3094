import { RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { getWarehouse, type WarehouseReference } from './warehouses.ts'

/** A warehouse that one process works on, for as long as it renews this. */
export type WarehouseLease = {
  warehouseId: string
  orgId: string
  kind: string
  settings: Record<string, unknown>
  excludesPersonal: boolean
  /** How often in a row it failed. */
  failures: number
  /** Whether it was not compared with what is stored for a day. */
  isVerificationDue: boolean
  /** Since a sync last opened it and saw its tables; null where it has to. */
  openedMsAgo: number | null
  token: string
}

/** How the work on a warehouse ended, and when the next begins. */
export type WarehouseOutcome =
  /** `isOpened` where its tables were seen. */
  | { result: 'synced'; isOpened?: boolean }
  /** It was compared, or repaired: what is known of its syncs stays as it was. */
  | { result: 'compared' }
  | { result: 'failed'; error: string; retryMs: number }
  /** For no fault of the warehouse: what is known of it stays as it was. */
  | { result: 'interrupted'; retryMs: number }

/** Leases the warehouse that is due the longest; undefined when none is. */
export async function leaseDueWarehouse(
  database: Database,
  { leaseMs }: { leaseMs: number },
): Promise<WarehouseLease | undefined> {
  return lease(
    database,
    sql`warehouse_id = (
      select warehouse_id from warehouses
      where not is_paused and due_at <= now() and (leased_until is null or leased_until <= now())
      order by due_at limit 1 for update skip locked
    )`,
    leaseMs,
  )
}

/**
 * Leases one warehouse, due or not; undefined while somebody else works on it. Throws RejectedError `not_found`, and
 * `conflict` where it is paused and `allowsPaused` is not set.
 */
export async function leaseWarehouse(
  database: Database,
  { leaseMs, allowsPaused, ...warehouse }: WarehouseReference & { leaseMs: number; allowsPaused: boolean },
): Promise<WarehouseLease | undefined> {
  const { warehouseId, isPaused } = await getWarehouse(database, warehouse)
  if (isPaused && !allowsPaused)
    throw new RejectedError('conflict', 'The warehouse is paused; resume it first.')
  return lease(
    database,
    sql`warehouse_id = ${warehouseId} and (leased_until is null or leased_until <= now())`,
    leaseMs,
  )
}

/** False once it is somebody else's, or the warehouse is gone, or paused without `allowsPaused`: then the work must end. */
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

/** Writes how the work ended and gives the lease back; nothing where it is somebody else's by now. */
export async function settleWarehouse(
  database: Database,
  { warehouseId, token, outcome }: { warehouseId: string; token: string; outcome: WarehouseOutcome },
): Promise<void> {
  await sql`
    update warehouses set lease_token = null, leased_until = null, ${changesOf(outcome)}
    where warehouse_id = ${warehouseId} and lease_token = ${token}`.execute(database)
}

/** Writes how many rows of it differ from what is stored; where `isLookDue`, the next sync opens it in any case. */
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
      excludes_personal as "excludesPersonal", failures,
      coalesce(verified_at, created_at) <= now() - interval '1 day' as "isVerificationDue",
      (extract(epoch from now() - opened_at) * 1000)::float8 as "openedMsAgo",
      lease_token as token`.execute(database)
  return rows[0]
}

function changesOf(outcome: WarehouseOutcome): RawBuilder<unknown> {
  switch (outcome.result) {
    case 'compared':
      return sql`leased_at = leased_at`
    case 'synced':
      // From when it began, so that what changes meanwhile does not wait for it as well.
      return sql`
        due_at = greatest(now(), leased_at + make_interval(secs => interval_ms / 1000.0)), last_sync_at = now(), failing_since = null,
        failures = 0, last_error = null, opened_at = ${outcome.isOpened ? sql`leased_at` : sql`opened_at`}`
    case 'failed':
      return sql`
        due_at = now() + make_interval(secs => ${outcome.retryMs / 1000}),
        failing_since = coalesce(failing_since, now()), failures = failures + 1, last_error = ${outcome.error}`
    case 'interrupted':
      return sql`due_at = now() + make_interval(secs => ${outcome.retryMs / 1000})`
  }
}
