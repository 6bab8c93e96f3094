import type { WarehouseTable } from '@signalpost/domain'
import type { StoredRow } from '../warehouse-rig.ts'
import { readInstant, readValue } from './read-value.ts'

/** Reads a row of `select *` by its column names. */
export function readStoredRow(table: WarehouseTable, row: Readonly<Record<string, unknown>>): StoredRow {
  const values = table.columns
    .filter(({ name }) => name !== 'org_id' && name !== table.key)
    .map(({ name, type }) => [name, readValue(type, row[name])])
  return {
    orgId: String(row.org_id),
    key: String(row[table.key]),
    version: BigInt(String(row._version)),
    isDeleted: readValue('boolean', row._deleted) === true,
    syncedAt: readInstant(row._synced_at),
    batchId: String(row._batch_id),
    values: Object.fromEntries(values),
  }
}
