import type { WarehouseColumnType, WarehouseTable } from '@signalpost/domain'

const types: Readonly<Record<WarehouseColumnType, string>> = {
  text: 'VARCHAR',
  enum: 'VARCHAR',
  integer: 'BIGINT',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  instant: 'TIMESTAMPTZ',
  texts: 'VARCHAR[]',
  json: 'JSON',
}

const syncTypes = {
  _version: 'BIGINT',
  _deleted: 'BOOLEAN',
  _synced_at: 'TIMESTAMPTZ',
  _batch_id: 'VARCHAR',
} as const

/** Returns a table's columns with DuckDB's type names, including those that the sync adds. */
export function describedColumnsOf({ columns }: WarehouseTable): [name: string, type: string][] {
  const own = columns.map(({ name, type }): [string, string] => [name, types[type]])
  const all: [string, string][] = [...own, ...Object.entries(syncTypes)]
  return all.map(([name, type]) => [name, type === 'TIMESTAMPTZ' ? 'TIMESTAMP WITH TIME ZONE' : type])
}

/** Returns a table's quoted columns with their types; those of the sync last. */
export function typedColumnsOf(table: WarehouseTable): { name: string; type: string }[] {
  return [
    ...table.columns.map(({ name, type }) => ({ name: quote(name), type: types[type] })),
    ...Object.entries(syncTypes).map(([name, type]) => ({ name, type })),
  ]
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function literals(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`
}
