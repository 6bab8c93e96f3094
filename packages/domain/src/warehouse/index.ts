export { canonicalRow, jsonPunctuation, type WarehouseLosses } from './canonical-row.ts'
export { canonicalRowInPostgres } from './canonical-row-in-postgres.ts'
export type { WarehouseColumn, WarehouseColumnType, WarehouseTable } from './warehouse-table.ts'
export { warehouseTables } from './warehouse-tables.ts'
