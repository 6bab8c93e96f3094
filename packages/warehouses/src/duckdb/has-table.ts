import type { Engine } from './engine.ts'

export async function hasTable({ query }: Engine, name: string): Promise<boolean> {
  const rows = await query(
    'select table_name from duckdb_tables() where database_name = current_database() and table_name = $1 and not temporary',
    [name],
  )
  return rows.length > 0
}
