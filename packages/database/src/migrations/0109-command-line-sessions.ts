import { type Kysely, sql } from 'kysely'

/** Sessions of the command line, and the codes by which people approve them in the console. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column kind text not null default 'browser',
      add constraint sessions_kind check (kind in ('browser', 'cli'))`.execute(database)
  await sql`
    create table device_logins (
      device_sha256 bytea not null,
      user_sha256 bytea not null,
      host_name text not null,
      address text not null,
      agent text,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      polled_at timestamptz,
      interval_seconds integer not null,
      decided_at timestamptz,
      person_id text collate "C",
      session_id text collate "C",
      constraint device_logins_pkey primary key (device_sha256),
      constraint device_logins_user unique (user_sha256),
      constraint device_logins_person foreign key (person_id) references people
    )`.execute(database)
  await sql`create index device_logins_by_end on device_logins (ends_at)`.execute(database)
  await sql`create index device_logins_by_person on device_logins (person_id)`.execute(database)
}
