import type { WarehouseColumnType, WarehouseTable } from '@signalpost/domain'
import type { ColumnFault, syncColumns } from './target.ts'

/** The types of the columns that a sync adds. */
export const syncTypes: Readonly<Record<(typeof syncColumns)[number], WarehouseColumnType>> = {
  _version: 'integer',
  _deleted: 'boolean',
  _synced_at: 'instant',
  _batch_id: 'text',
}

/** Returns a table's columns with their types in a warehouse, including those that the sync adds. */
export function typedColumnsOf(
  { columns }: WarehouseTable,
  types: Readonly<Record<WarehouseColumnType, string>>,
): [name: string, type: string][] {
  const all = [...columns.map(({ name, type }) => [name, type] as const), ...Object.entries(syncTypes)]
  return all.map(([name, type]) => [name, types[type]])
}

/** Returns the faults of a table's columns, in the order of the expected ones. Types are strings. */
export function columnFaults(
  expected: Iterable<readonly [name: string, type: string]>,
  found: ReadonlyMap<string, string>,
): ColumnFault[] {
  return [...expected]
    .map(([column, type]) => ({ column, expected: type, found: found.get(column) }))
    .filter((one) => one.found !== one.expected)
}
