import { type Kysely, sql } from 'kysely'

/** Who asks for what is assigned to somebody looks at no other signal, whatever the workspace has of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index signal_registers_by_assignee on signal_registers (org_id, assigned_user_id)
    where assigned_user_id is not null`.execute(database)
}
