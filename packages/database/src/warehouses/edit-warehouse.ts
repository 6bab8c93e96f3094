import { chosenTables, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SecretBox } from '../secret-box.ts'
import { sealPersonalKey, sealWarehouseSecrets, type WarehouseSecrets } from './warehouse-secrets.ts'
import { getWarehouse, type StoredWarehouse } from './warehouses.ts'

/** All that can be edited, as it is afterwards. */
export type WarehouseEdit = Pick<
  StoredWarehouse,
  | 'name'
  | 'settings'
  | 'location'
  | 'intervalMs'
  | 'excludesPersonal'
  | 'tables'
  | 'hasLedger'
  | 'hasMailAddresses'
  | 'hasBounds'
> & {
  /** Undefined leaves them as they are. */
  secrets: WarehouseSecrets | undefined
  /** The key under which personal data is hashed. Null removes it, and undefined leaves it as it is. */
  personalKey?: string | null | undefined
  /**
   * What follows: nothing; a sync at once, which opens the warehouse again; the same, which also rewrites every row; or
   * the same in a new place, of which nothing is known yet.
   */
  effect: 'none' | 'opens' | 'rewrites' | 'moves'
  /** Whether the caller has the lease, and gives it back. */
  hasLease: boolean
}

// A syncing process notices within this time that it lost the lease; until then no other begins.
const oldLeaseMs = 30_000

const endsLease = sql`, lease_token = null,
  leased_until = case when leased_until > now() then now() + make_interval(secs => ${oldLeaseMs / 1000}) end`

/** Throws RejectedError `conflict` if another warehouse of the workspace writes to the same place. */
export async function editWarehouse(
  database: Database,
  secretBox: SecretBox,
  { warehouseId, secrets, personalKey, effect, hasLease, ...edit }: WarehouseEdit & { warehouseId: string },
): Promise<StoredWarehouse> {
  const {
    name,
    settings,
    location,
    intervalMs,
    excludesPersonal,
    tables,
    hasLedger,
    hasMailAddresses,
    hasBounds,
  } = edit
  const ciphertext = secrets && sealWarehouseSecrets(secretBox, { warehouseId, secrets })
  const sealedKey = personalKey && sealPersonalKey(secretBox, { warehouseId, personalKey })
  await sql`
    update warehouses
    set name = ${name}, settings = ${JSON.stringify(settings)}, location = ${location}, interval_ms = ${intervalMs},
      excludes_personal = ${excludesPersonal}, tables = ${tables},
      ledger_captured_after = case when not ${hasLedger} then null when has_ledger then ledger_captured_after else '' end,
      has_ledger = ${hasLedger}, has_mail_addresses = ${hasMailAddresses}, has_bounds = ${hasBounds},
      ciphertext = ${ciphertext ?? sql`ciphertext`},
      personal_key = ${sealedKey === undefined ? sql`personal_key` : sealedKey},
      ${changesOf(effect, { intervalMs, hasLease })}
    where warehouse_id = ${warehouseId}`
    .execute(database)
    .catch(rethrowConflict)
  if (effect === 'moves') await forgetPlace(database, warehouseId)
  const kept = chosenTables(edit).map(({ name }) => name)
  await forgetTables(database, { warehouseId, kept })
  return getWarehouse(database, { warehouseId })
}

/** Keeps others from editing the warehouse until the transaction ends. */
export async function lockWarehouse(database: Database, warehouseId: string): Promise<void> {
  await sql`select from warehouses where warehouse_id = ${warehouseId} for update`.execute(database)
}

function changesOf(
  effect: WarehouseEdit['effect'],
  { intervalMs, hasLease }: Pick<WarehouseEdit, 'intervalMs' | 'hasLease'>,
): RawBuilder<unknown> {
  const opens = sql`due_at = now(), opened_at = null`
  const rewrites = sql`${opens}, edition = edition + 1
    ${hasLease ? sql`` : endsLease}`
  switch (effect) {
    case 'none':
      return sql`due_at = least(due_at, now() + make_interval(secs => ${intervalMs / 1000}))`
    case 'opens':
      return opens
    case 'rewrites':
      return rewrites
    case 'moves':
      return sql`${rewrites}, last_sync_at = null, failing_since = null, failures = 0, last_error = null,
        compared_in = null,
        verified_at = null, differing_rows = null`
  }
}

/** The cursors stay: where a table comes back, its edition tells whether its rows are still as they should be. */
async function forgetTables(
  database: Database,
  { warehouseId, kept }: { warehouseId: string; kept: readonly string[] },
): Promise<void> {
  for (const table of ['warehouse_rejects', 'warehouse_lags'] as const) {
    await database
      .deleteFrom(table)
      .where('warehouse_id', '=', warehouseId)
      .where('table_name', 'not in', kept)
      .execute()
  }
}

async function forgetPlace(database: Database, warehouseId: string): Promise<void> {
  for (const table of ['warehouse_cursors', 'warehouse_rejects', 'warehouse_lags'] as const) {
    await database.deleteFrom(table).where('warehouse_id', '=', warehouseId).execute()
  }
}

function rethrowConflict(cause: unknown): never {
  if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'warehouses_location') {
    const message = 'Another warehouse of the workspace writes to the same place.'
    throw new RejectedError('conflict', message, { cause })
  }
  throw cause
}
