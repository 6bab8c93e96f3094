import { type Kysely, sql } from 'kysely'

/**
 * How much a workspace may do and have; null for the installation's limit, 0 requests for none. And who made each API
 * key, which the audit log knows of those that are there.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column most_requests_per_minute integer,
      add column most_open_jobs integer,
      add column most_listeners integer,
      add constraint workspaces_limits check (
        most_requests_per_minute >= 0 and most_open_jobs >= 1 and most_listeners >= 0
      )`.execute(database)
  await sql`
    alter table api_keys
      add column owner_kind text,
      add column owner_id text collate "C",
      add constraint api_keys_owner check ((owner_kind is null) = (owner_id is null))`.execute(database)
  await sql`
    update api_keys set owner_kind = made.actor_kind, owner_id = made.actor_id
    from (
      select distinct on (target_id) target_id, actor_kind, actor_id from audit_log
      where act = 'key.create' and target_type = 'key' order by target_id, audit_id
    ) as made
    where made.target_id = api_keys.key_id`.execute(database)
}
