import type { WarehouseColumn, WarehouseColumnType } from './warehouse-table.ts'

/** Names the values of a closed set: `a, b or c`. */
export function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

export function column(
  name: string,
  type: WarehouseColumnType,
  comment: string,
  ...from: string[]
): WarehouseColumn {
  return { name, type, comment, from, isPersonal: false }
}

export function personalColumn(
  name: string,
  type: WarehouseColumnType,
  comment: string,
  ...from: string[]
): WarehouseColumn {
  return { name, type, comment, from, isPersonal: true }
}

/** A column that holds personal data in some rows alone. */
export function sometimesPersonalColumn(
  name: string,
  type: WarehouseColumnType,
  comment: string,
  { from, impersonal }: { from: string; impersonal: string },
): WarehouseColumn {
  return { name, type, comment, from: [from], isPersonal: true, impersonalFrom: [impersonal] }
}

/** A JSON column that keeps only some members of an object in warehouses without personal data. */
export function partlyPersonalColumn(
  name: string,
  comment: string,
  from: string,
  { keptMembers }: { keptMembers: readonly string[] },
): WarehouseColumn {
  return { name, type: 'json', comment, from: [from], isPersonal: true, keptMembers }
}
