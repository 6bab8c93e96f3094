import { RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { partitionedTablesSql } from './partitions.ts'

/**
 * Lets a role run the product on tables that the current role owns, without rights over the guard of the audit log. The
 * role gets the partitioned tables, because only an owner attaches and detaches partitions. Tables of later migrations
 * are granted as they are created. Safe to repeat.
 *
 * @throws RejectedError if the role could take the guard away, or cannot be given the partitioned tables
 */
export async function grantApplication(database: Database, role: string): Promise<void> {
  await checkRole(database, role)
  const to = sql.id(role)
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ schema: string; partitioned: string[] }>`
      select current_schema() as schema, array(${partitionedTablesSql}) as partitioned`.execute(transaction)
    const [{ schema, partitioned } = { schema: 'public', partitioned: [] }] = rows
    const here = sql.id(schema)
    const statements: RawBuilder<unknown>[] = [
      sql`grant usage, create on schema ${here} to ${to}`,
      sql`grant select, insert, update, delete on all tables in schema ${here} to ${to}`,
      sql`grant usage, select on all sequences in schema ${here} to ${to}`,
      sql`alter default privileges in schema ${here} grant select, insert, update, delete on tables to ${to}`,
      sql`alter default privileges in schema ${here} grant usage, select on sequences to ${to}`,
      sql`revoke all on audit_log from ${to}, public`,
      sql`grant select, insert on audit_log to ${to}`,
      // History of the schema, which migrations alone write.
      sql`revoke insert, update, delete on kysely_migration, schema_compatibility from ${to}`,
      ...partitioned.map((table) => sql`alter table ${sql.id(table)} owner to ${to}`),
    ]
    for (const statement of statements) await statement.execute(transaction)
  })
}

/** How far the role of a connection is from changing what the audit log says. */
export type AuditGuard = {
  /** Whether the trigger that refuses changes is there and runs. */
  isGuarded: boolean
  /**
   * Whether the role could remove it: as the owner of the table, of its schema or of the function, as a superuser, or by
   * a setting that stops all triggers.
   */
  couldUnguard: boolean
}

export async function readAuditGuard(database: Database): Promise<AuditGuard> {
  const { rows } = await sql<AuditGuard>`
    select coalesce(bool_or(t.tgenabled in ('O', 'A')), false) as "isGuarded",
           coalesce(bool_or(${controls(sql`current_user`)}), false) as "couldUnguard"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'audit_log_is_append_only'
    left join pg_proc p on p.oid = t.tgfoid
    where c.oid = to_regclass('audit_log')`.execute(database)
  return rows[0] ?? { isGuarded: false, couldUnguard: false }
}

/** A member of an owner can do what the owner can; membership without inheritance is one `set role` away. */
function controls(role: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    exists (select from pg_roles where rolsuper and pg_has_role(${role}, oid, 'member'))
    or has_parameter_privilege(${role}, 'session_replication_role', 'set')
    or pg_has_role(${role}, c.relowner, 'member')
    or pg_has_role(${role}, n.nspowner, 'member')
    or coalesce(pg_has_role(${role}, p.proowner, 'member'), false)
  )`
}

async function checkRole(database: Database, role: string): Promise<void> {
  const { rows } = await sql<{ owner: string; isMember: boolean }>`
    select current_user::text as owner, pg_has_role(oid, 'member') as "isMember"
    from pg_roles where rolname = ${role}`.execute(database)
  const [found] = rows
  if (found === undefined) throw refused('there is no such role. Create it first: create role … login')
  const { rows: controlled } = await sql<{ controls: boolean }>`
    select ${controls(sql`${role}::name`)} as controls
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_proc p on p.proname = 'refuse_audit_change' and p.pronamespace = n.oid
    where c.oid = to_regclass('audit_log')`.execute(database)
  if (controlled[0]?.controls === true) {
    throw refused(
      'the role is a superuser, owns the audit log, its schema or the database, may set session_replication_role, or is a member of such a role',
    )
  }
  if (!found.isMember) {
    throw refused(`the owner must be a member of the role: grant ${sqlName(role)} to ${sqlName(found.owner)}`)
  }
}

function sqlName(role: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(role) ? role : `"${role.replaceAll('"', '""')}"`
}

function refused(message: string): RejectedError {
  return new RejectedError('invalid_request', 'The role cannot be granted the product.', {
    issues: [{ path: '--grant-to', message }],
  })
}
