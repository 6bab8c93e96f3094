import type { WarehouseTable } from './warehouse-table.ts'
import { warehouseTables } from './warehouse-tables.ts'

/** Returns the tables of a warehouse, in their order: those chosen by name, or all. */
export function chosenTables({ tables }: { tables: readonly string[] | null }): readonly WarehouseTable[] {
  return tables === null ? warehouseTables : warehouseTables.filter(({ name }) => tables.includes(name))
}
