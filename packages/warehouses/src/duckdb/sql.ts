import type { WarehouseColumnType, WarehouseTable } from '@signalpost/domain'
import { typedColumnsOf } from '../columns.ts'
import { literal, quote } from '../quote.ts'

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

/** Returns a table's columns with DuckDB's type names. */
export function describedColumnsOf(table: WarehouseTable): [name: string, type: string][] {
  return typedColumnsOf(table, { ...types, instant: 'TIMESTAMP WITH TIME ZONE' })
}

/** Returns a table's quoted columns with their types; those of the sync last. */
export function quotedColumnsOf(table: WarehouseTable): { name: string; type: string }[] {
  return typedColumnsOf(table, types).map(([name, type]) => ({ name: quote(name), type }))
}

export function literals(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`
}
