import type { WarehouseTable } from '@signalpost/domain'
import type { Engine } from '../../duckdb/engine.ts'
import type { StoredRow } from '../warehouse-rig.ts'
import { readStoredRow } from './read-stored-row.ts'

/** Reads the rows of a DuckDB source through JSON, because the library drops byte order marks. */
export async function readDuckdbRows(
  { query }: Engine,
  { table, from }: { table: WarehouseTable; from: string },
): Promise<StoredRow[]> {
  const instants = [
    ...table.columns.filter(({ type }) => type === 'instant').map(({ name }) => name),
    '_synced_at',
  ]
  const asText = table.columns
    .filter(({ type }) => type === 'integer' || type === 'json')
    .map(({ name }) => `${name}::varchar as ${name}`)
  const columns = [
    ...asText,
    '_version::varchar as _version',
    ...instants.map((name) => `epoch_ms(${name}) as ${name}`),
  ].join(', ')
  const rows = await query(`
    select to_json(stored)::varchar as row from (select * replace (${columns}) from ${from}) stored`)
  return rows.map(({ row }) => {
    const parsed: Record<string, unknown> = JSON.parse(String(row))
    for (const name of instants) {
      if (typeof parsed[name] === 'number') parsed[name] = new Date(parsed[name])
    }
    return readStoredRow(table, parsed)
  })
}
