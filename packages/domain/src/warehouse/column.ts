import type { WarehouseColumn, WarehouseColumnType } from './warehouse-table.ts'

export function column(name: string, type: WarehouseColumnType, ...from: string[]): WarehouseColumn {
  return { name, type, from, isPersonal: false }
}

export function personalColumn(name: string, type: WarehouseColumnType, ...from: string[]): WarehouseColumn {
  return { name, type, from, isPersonal: true }
}
