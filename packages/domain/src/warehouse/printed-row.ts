import type { WarehouseColumn, WarehouseTable } from './warehouse-table.ts'

/**
 * Returns the hash of a row as PostgreSQL prints its values, in SQL: for a comparison between two servers, at half the
 * cost of canonical texts. Rows with equal hashes have equal canonical texts. Others may have them too, so what differs
 * is compared by these.
 *
 * `valueOf` returns what prints as in the file of a batch, in sessions with our settings.
 */
export function printedRowHash(
  { columns }: WarehouseTable,
  row: { version: string; isDeleted: string; valueOf: (column: WarehouseColumn) => string },
): string {
  const values = columns.filter(({ name }) => name !== 'org_id').map(row.valueOf)
  const printed = `array[${[row.version, row.isDeleted, ...values].join(', ')}]::text[] collate "C"`
  // The same bytes are another text in another encoding, so the seed tells encodings apart.
  return `hash_array_extended(${printed}, (select hashtextextended(getdatabaseencoding()::text, 0)))`
}
