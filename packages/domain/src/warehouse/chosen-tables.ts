import type { WarehouseTable } from './warehouse-table.ts'
import { warehouseTables } from './warehouse-tables.ts'

/**
 * Returns the tables of a warehouse, in their order: those chosen by name, or all; without those that name people by
 * their keys where personal data is left out or hashed.
 */
export function chosenTables({
  tables,
  excludesPersonal,
}: {
  tables: readonly string[] | null
  excludesPersonal: boolean
}): readonly WarehouseTable[] {
  return warehouseTables.filter(
    ({ name, isPersonal }) => (tables?.includes(name) ?? true) && !(isPersonal && excludesPersonal),
  )
}
