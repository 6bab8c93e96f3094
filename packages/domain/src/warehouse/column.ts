import type { WarehouseColumn, WarehouseColumnType } from './warehouse-table.ts'

export function column(name: string, type: WarehouseColumnType, ...from: string[]): WarehouseColumn {
  return { name, type, from, isPersonal: false }
}

export function personalColumn(name: string, type: WarehouseColumnType, ...from: string[]): WarehouseColumn {
  return { name, type, from, isPersonal: true }
}

/** A column that holds personal data in some rows alone. */
export function sometimesPersonalColumn(
  name: string,
  type: WarehouseColumnType,
  { from, impersonal }: { from: string; impersonal: string },
): WarehouseColumn {
  return { name, type, from: [from], isPersonal: true, impersonalFrom: [impersonal] }
}

/** A JSON column that keeps only some members of an object in warehouses without personal data. */
export function partlyPersonalColumn(
  name: string,
  from: string,
  { keptMembers }: { keptMembers: readonly string[] },
): WarehouseColumn {
  return { name, type: 'json', from: [from], isPersonal: true, keptMembers }
}
