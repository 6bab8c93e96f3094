import type { WarehouseColumn, WarehouseTable } from './warehouse-table.ts'

/** A part of a stored record: a document in JSON, in whose members columns are found, or the value of a column. */
export type RecordPart = { name: string; isDocument: boolean }

/** Returns the parts in which the columns of a table are found, in the order of the columns that name them first. */
export function partsOf({ columns }: Pick<WarehouseTable, 'columns'>): RecordPart[] {
  const paths = columns.flatMap(({ from }) => from)
  const names = new Set(paths.map((path) => path.split('.')[0] ?? path))
  return [...names].map((name) => ({
    name,
    isDocument: paths.some((path) => path.startsWith(`${name}.`)),
  }))
}

/**
 * Whether a warehouse can take the columns of a table out of documents itself: it must find the texts that PostgreSQL
 * finds, which print JSON otherwise.
 */
export function hasDocuments(table: Pick<WarehouseTable, 'columns'>): boolean {
  const isText = ({ type, isMailAddress }: WarehouseColumn) => type !== 'json' && isMailAddress !== true
  return table.columns.every(isText) && partsOf(table).some(({ isDocument }) => isDocument)
}
