import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** So many changes that wait for their places are looked through. */
const mostWaiting = 20_000

/**
 * Returns how many rows of a workspace have a place in the order that warehouses follow, or are among the first 20,000
 * changes that wait for one.
 */
export async function countChangedRows(database: Database, { orgId }: { orgId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      coalesce((select sum(changed) from change_counts where org_id = ${orgId}), 0)
      + (
        select count(*) from (
          select distinct table_name, record_id from (
            select table_name, org_id, record_id from change_inbox order by inbox_id limit ${mostWaiting}
          ) waiting where org_id = ${orgId}
        ) keys
        where not exists (
          select from changes c
          where c.table_name = keys.table_name and c.org_id = ${orgId} and c.record_id = keys.record_id
        )
      ))::float8 as count`.execute(database)
  return rows[0]?.count ?? 0
}
