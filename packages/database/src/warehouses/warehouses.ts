import { defaultCell, idPrefixIn, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { createId } from '../ids.ts'
import type { SecretBox } from '../secret-box.ts'
import {
  sealPersonalKey,
  sealWarehouseSecrets,
  unsealPersonalKey,
  unsealWarehouseSecrets,
  type WarehouseSecrets,
} from './warehouse-secrets.ts'

/** Where a workspace's tables are kept in sync, without its secrets. */
export type StoredWarehouse = {
  warehouseId: string
  orgId: string
  kind: string
  name: string
  settings: Record<string, unknown>
  /** Its location for people: a host and a database, or a path. No two warehouses of a workspace share one. */
  location: string
  intervalMs: number
  /** Whether columns that name or quote a person stay null in it, */
  excludesPersonal: boolean
  /** or hold hashes, under a key of the customer's own. */
  hashesPersonal: boolean
  /** The names of the tables that it has; null for all but the ledger. */
  tables: readonly string[] | null
  /** Whether it has the events of the ledger too. */
  hasLedger: boolean
  /** Whether it shows the mail addresses of people. */
  hasMailAddresses: boolean
  /** Whether it reaches only what the operator of the machine allows. */
  hasBounds: boolean
  isPaused: boolean
  createdAt: Date
  lastSyncAt: Date | null
  /** Since when no sync has succeeded; null while they do. */
  failingSince: Date | null
  lastError: string | null
}

/** Identifies one warehouse; with `orgId`, only within that workspace. */
export type WarehouseReference = { warehouseId: string; orgId?: string | undefined }

export type NewWarehouse = Pick<
  StoredWarehouse,
  'orgId' | 'kind' | 'name' | 'settings' | 'location' | 'intervalMs' | 'excludesPersonal' | 'hasBounds'
> & {
  secrets: WarehouseSecrets
  tables?: readonly string[] | null
  hasLedger?: boolean
  hasMailAddresses?: boolean
  /** The key under which personal data is hashed. */
  personalKey?: string | undefined
  /** Named in the id. */
  cell?: string | undefined
}

/** Throws RejectedError `conflict` if another warehouse of the workspace writes to the same place. */
export async function createWarehouse(
  database: Database,
  secretBox: SecretBox,
  {
    orgId,
    kind,
    name,
    settings,
    location,
    intervalMs,
    excludesPersonal,
    secrets,
    personalKey,
    tables = null,
    hasLedger = false,
    hasMailAddresses = false,
    hasBounds,
    cell,
  }: NewWarehouse,
): Promise<StoredWarehouse> {
  const warehouseId = createId(idPrefixIn(cell ?? defaultCell, 'whs_'))
  const ciphertext = sealWarehouseSecrets(secretBox, { warehouseId, secrets })
  const sealedKey =
    personalKey === undefined ? null : sealPersonalKey(secretBox, { warehouseId, personalKey })
  const { numAffectedRows } = await sql`
    insert into warehouses
      (warehouse_id, org_id, kind, name, settings, location, ciphertext, interval_ms, excludes_personal,
       personal_key, tables, has_ledger, ledger_captured_after, has_mail_addresses,
       has_bounds)
    values
      (${warehouseId}, ${orgId}, ${kind}, ${name}, ${JSON.stringify(settings)}, ${location}, ${ciphertext},
       ${intervalMs}, ${excludesPersonal}, ${sealedKey}, ${tables}, ${hasLedger},
       ${hasLedger ? '' : null}, ${hasMailAddresses}, ${hasBounds})
    on conflict on constraint warehouses_location do nothing`.execute(database)
  if (numAffectedRows === 0n) {
    throw new RejectedError('conflict', 'Another warehouse of the workspace writes to the same place.')
  }
  return getWarehouse(database, { warehouseId })
}

/** Returns the warehouses of one workspace, the oldest first. */
export async function listWarehouses(database: Database, orgId: string): Promise<StoredWarehouse[]> {
  return readWarehouses(database, sql`org_id = ${orgId}`)
}

/** Throws RejectedError `not_found`. */
export async function getWarehouse(
  database: Database,
  warehouse: WarehouseReference,
): Promise<StoredWarehouse> {
  const [found] = await readWarehouses(database, isWarehouse(warehouse))
  if (found === undefined) throw missingWarehouse()
  return found
}

/** Returns undefined if another key sealed them. Throws RejectedError `not_found`. */
export async function openWarehouseSecrets(
  database: Database,
  secretBox: SecretBox,
  warehouse: WarehouseReference,
): Promise<WarehouseSecrets | undefined> {
  const { rows } = await sql<{ warehouseId: string; ciphertext: Buffer }>`
    select warehouse_id as "warehouseId", ciphertext from warehouses
    where ${isWarehouse(warehouse)}`.execute(database)
  const [sealed] = rows
  if (sealed === undefined) throw missingWarehouse()
  return unsealWarehouseSecrets(secretBox, sealed)
}

/**
 * Returns the key under which the personal data of a warehouse is hashed; null where none is, and undefined if another
 * key sealed it. Throws RejectedError `not_found`.
 */
export async function openPersonalKey(
  database: Database,
  secretBox: SecretBox,
  { warehouseId, orgId }: WarehouseReference,
): Promise<string | null | undefined> {
  const sealed = await database
    .selectFrom('warehouses')
    .select('personal_key')
    .where('warehouse_id', '=', warehouseId)
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId ?? ''))
    .executeTakeFirst()
  if (sealed === undefined) throw missingWarehouse()
  const { personal_key: ciphertext } = sealed
  return ciphertext === null ? null : unsealPersonalKey(secretBox, { warehouseId, ciphertext })
}

/** Pauses or resumes a warehouse; a resumed one is due at once. Throws RejectedError `not_found`. */
export async function setWarehousePaused(
  database: Database,
  { isPaused, ...warehouse }: WarehouseReference & { isPaused: boolean },
): Promise<StoredWarehouse> {
  await sql`
    update warehouses
    set is_paused = ${isPaused}, due_at = case when ${isPaused} then due_at else now() end
    where ${isWarehouse(warehouse)}`.execute(database)
  return getWarehouse(database, warehouse)
}

/**
 * Makes a warehouse due at once, and again after a sync that runs now. One that is paused, or fails and waits for its
 * next try, stays as it is.
 */
export async function hastenWarehouse(database: Database, warehouse: WarehouseReference): Promise<void> {
  await sql`
    update warehouses set due_at = now()
    where ${isWarehouse(warehouse)} and not is_paused and failing_since is null
      and (due_at > now() or (leased_until > now() and due_at <= leased_at))`.execute(database)
}

/** Deletes the registration; the warehouse's contents stay. Throws RejectedError `not_found`. */
export async function deleteWarehouse(database: Database, warehouse: WarehouseReference): Promise<void> {
  const { numAffectedRows } = await sql`delete from warehouses where ${isWarehouse(warehouse)}`.execute(
    database,
  )
  if (numAffectedRows === 0n) throw missingWarehouse()
}

function isWarehouse({ warehouseId, orgId }: WarehouseReference): RawBuilder<unknown> {
  return orgId === undefined
    ? sql`warehouse_id = ${warehouseId}`
    : sql`warehouse_id = ${warehouseId} and org_id = ${orgId}`
}

function missingWarehouse(): RejectedError {
  return new RejectedError('not_found', 'There is no such warehouse.')
}

async function readWarehouses(
  database: Database,
  condition: RawBuilder<unknown>,
): Promise<StoredWarehouse[]> {
  const { rows } = await sql<StoredWarehouse>`
    select warehouse_id as "warehouseId", org_id as "orgId", kind, name, settings, location,
           interval_ms as "intervalMs", excludes_personal as "excludesPersonal",
           personal_key is not null as "hashesPersonal", tables, has_ledger as "hasLedger",
           has_mail_addresses as "hasMailAddresses", has_bounds as "hasBounds", is_paused as "isPaused",
           created_at as "createdAt", last_sync_at as "lastSyncAt", failing_since as "failingSince",
           last_error as "lastError"
    from warehouses where ${condition} order by warehouse_id`.execute(database)
  return rows
}
