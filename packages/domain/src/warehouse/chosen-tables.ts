import type { WarehouseTable } from './warehouse-table.ts'
import { warehouseTables } from './warehouse-tables.ts'

/**
 * Returns the tables of a warehouse, in their order: those chosen by name, or all; without those that name people by
 * their keys where personal data is left out or hashed; and the ledger where it was asked for.
 */
export function chosenTables({
  tables,
  excludesPersonal,
  hasLedger,
}: {
  tables: readonly string[] | null
  excludesPersonal: boolean
  hasLedger: boolean
}): readonly WarehouseTable[] {
  return warehouseTables.filter(({ name, isPersonal, isOnRequest }) => {
    if (isOnRequest) return hasLedger
    return (tables?.includes(name) ?? true) && !(isPersonal && excludesPersonal)
  })
}
