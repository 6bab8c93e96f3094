import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Returns how many rows of a workspace have a place in the order that warehouses follow, or wait for one. */
export async function countChangedRows(database: Database, { orgId }: { orgId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from (
      select table_name, record_id from changes where org_id = ${orgId}
      union
      select table_name, record_id from change_inbox where org_id = ${orgId}
    ) changed`.execute(database)
  return rows[0]?.count ?? 0
}
