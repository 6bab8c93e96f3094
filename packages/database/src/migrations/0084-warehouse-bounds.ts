import { type Kysely, sql } from 'kysely'

/**
 * Whether a warehouse has bounds: it was created by a person over HTTP, so it reaches only what the machine's operator
 * allows. A row that does not say so has bounds: those of a process that does not know the column. Of the rows there are,
 * the audit log says who created them; it is older than the console, so a warehouse that it does not know is of the command
 * line.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouses add column has_bounds boolean not null default true`.execute(database)
  await sql`
    update warehouses set has_bounds = false
    where not exists (
      select from audit_log
      where act = 'warehouse.create' and audit_log.org_id = warehouses.org_id
        and target_id = warehouse_id and actor_kind not in ('cli', 'system')
    )`.execute(database)
}
