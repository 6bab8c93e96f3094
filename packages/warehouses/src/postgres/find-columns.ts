import type { Connection } from './connection.ts'

/** Returns a table's columns with their types, by name; undefined if there is no such table. */
export async function findColumns(
  connection: Connection,
  schema: string,
  name: string,
): Promise<Map<string, string> | undefined> {
  const rows = await connection.query(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    [schema, name],
  )
  return rows.length === 0 ? undefined : new Map(rows.map(({ name, type }) => [String(name), String(type)]))
}
