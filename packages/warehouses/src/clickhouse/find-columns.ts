import type { Connection } from './connection.ts'

/** Returns the columns of the given tables and views with their types; omits those that do not exist. */
export async function findColumns(
  connection: Connection,
  database: string,
  names: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const rows = await connection.query(
    `SELECT table, groupArray((name, type)) AS columns FROM system.columns
     WHERE database = {database:String} AND table IN {names:Array(String)} GROUP BY table`,
    { database, names },
  )
  return new Map(
    rows.map(({ table, columns }) => [
      String(table),
      new Map(Array.isArray(columns) ? columns.map(([name, type]) => [String(name), String(type)]) : []),
    ]),
  )
}
