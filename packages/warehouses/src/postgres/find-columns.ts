import type { Connection } from './connection.ts'

/** The names of the columns of a table; undefined where there is none. */
export async function findColumns(
  connection: Connection,
  schema: string,
  name: string,
): Promise<Set<string> | undefined> {
  const rows = await connection.query(
    `select attname as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    [schema, name],
  )
  return rows.length === 0 ? undefined : new Set(rows.map((row) => String(row.name)))
}
