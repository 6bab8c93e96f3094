import type { WarehouseTable } from '@signalpost/domain'
import { readStoredRow } from '../reading/read-stored-row.ts'
import type { StoredRow } from '../warehouse-rig.ts'

type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Reads the rows of a table that an emulation keeps in DuckDB. */
export async function readStubRows(query: Query, table: WarehouseTable): Promise<StoredRow[]> {
  const isText = ({ type }: WarehouseTable['columns'][number]) => type === 'text' || type === 'enum'
  // DuckDB's client drops a leading byte order mark, so texts come in quotes.
  const texts = table.columns.filter(isText).map(({ name }) => `to_json(${name})::VARCHAR AS ${name}`)
  const lists = table.columns
    .filter(({ type }) => type === 'texts')
    .map(({ name }) => `to_json(${name})::VARCHAR AS ${name}`)
  const rows = await query(`SELECT * REPLACE (${[...texts, ...lists].join(', ')}) FROM ${table.name}`)
  return rows.map((row) => {
    const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
    for (const { name } of table.columns.filter(isText)) {
      const text = named[name]
      named[name] = typeof text === 'string' ? JSON.parse(text) : null
    }
    return readStoredRow(table, named)
  })
}
