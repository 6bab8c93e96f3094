import { type Kysely, sql } from 'kysely'

/**
 * Nothing reads `outbox`. A worker of a version before this one still writes to it while it runs beside this one, so a
 * view of its name takes the rows and keeps none.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop table outbox`.execute(database)
  // A partition that was detached and not dropped yet is a table of its own.
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname ~ '^outbox_[0-9]{8}$'`.execute(
    database,
  )
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(database)
  await sql`
    create view outbox as
    select null::timestamptz as created_at, null::text as org_id, null::text as record, null::text as record_id,
      null::text as change, null::jsonb as detail, null::text as event_id, null::text as source_id
    where false`.execute(database)
  await sql`create rule outbox_keeps_nothing as on insert to outbox do instead nothing`.execute(database)
}
