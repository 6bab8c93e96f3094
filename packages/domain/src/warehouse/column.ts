import type { WarehouseColumn, WarehouseColumnType } from './warehouse-table.ts'

export function column(name: string, type: WarehouseColumnType, ...from: string[]): WarehouseColumn {
  return { name, type, from, isPersonal: false }
}

export function personalColumn(name: string, type: WarehouseColumnType, ...from: string[]): WarehouseColumn {
  return { name, type, from, isPersonal: true }
}

/** A column of JSON of which only some members of an object are kept where personal data is left out. */
export function partlyPersonalColumn(
  name: string,
  from: string,
  { keptMembers }: { keptMembers: readonly string[] },
): WarehouseColumn {
  return { name, type: 'json', from: [from], isPersonal: true, keptMembers }
}
