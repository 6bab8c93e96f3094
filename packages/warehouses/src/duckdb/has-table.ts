import type { Engine } from './engine.ts'
import { isOurs } from './statements.ts'

/** Whatever the case: DuckDB takes names that differ in it alone for one. Ours are in lower case. */
export async function hasTable({ query }: Engine, name: string): Promise<boolean> {
  const rows = await query(
    `select table_name from duckdb_tables() where ${isOurs} and lower(table_name) = $1 and not temporary`,
    [name],
  )
  return rows.length > 0
}
