import { type Kysely, sql } from 'kysely'

/** Says which versions may run on this schema: those that know `oldest_migration`. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table schema_compatibility (
      is_only boolean not null default true,
      oldest_migration text not null,
      constraint schema_compatibility_pkey primary key (is_only),
      constraint schema_compatibility_one_row check (is_only)
    )`.execute(database)
  await sql`insert into schema_compatibility (oldest_migration) values ('0012-warehouses')`.execute(database)
}
