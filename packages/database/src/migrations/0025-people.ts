import { type Kysely, sql } from 'kysely'

/** People, their roles in workspaces, the ways in, their sessions, and rates over longer than a minute. Only SHA-256 hashes of tokens are stored. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createPeople(database)
  await createWaysIn(database)
  await createSessions(database)
  // The previous version writes windows of a minute without it.
  await sql`alter table rate_windows add column window_end timestamptz`.execute(database)
}

async function createPeople(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table people (
      person_id text collate "C" not null,
      email text collate "C",
      name text,
      is_operator boolean not null default false,
      created_at timestamptz not null,
      last_seen_at timestamptz,
      disabled_at timestamptz,
      constraint people_pkey primary key (person_id),
      constraint people_email_is_lower_case check (email = lower(email))
    )`.execute(database)
  // A link by mail must lead to one person. A disabled person gives the address up.
  await sql`create unique index people_by_email on people (email) where disabled_at is null`.execute(database)
  await sql`
    create table person_logins (
      issuer text collate "C" not null,
      subject text collate "C" not null,
      person_id text collate "C" not null,
      created_at timestamptz not null,
      constraint person_logins_pkey primary key (issuer, subject),
      constraint person_logins_person foreign key (person_id) references people
    )`.execute(database)
  await sql`create index person_logins_by_person on person_logins (person_id)`.execute(database)
  await sql`
    create table memberships (
      org_id text collate "C" not null,
      person_id text collate "C" not null,
      role text not null,
      created_at timestamptz not null,
      constraint memberships_pkey primary key (org_id, person_id),
      constraint memberships_workspace foreign key (org_id) references workspaces,
      constraint memberships_person foreign key (person_id) references people,
      constraint memberships_role check (role in ('viewer', 'member', 'admin'))
    )`.execute(database)
  await sql`create index memberships_by_person on memberships (person_id)`.execute(database)
}

async function createWaysIn(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      invitation_id text collate "C" not null,
      token_sha256 bytea not null,
      org_id text collate "C" not null,
      email text collate "C" not null,
      role text not null,
      is_operator boolean not null,
      logs_in boolean not null,
      invited_by_kind text not null,
      invited_by_id text collate "C" not null,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      used_at timestamptz,
      used_by text collate "C",
      revoked_at timestamptz,
      constraint invitations_pkey primary key (invitation_id),
      constraint invitations_token unique (token_sha256),
      constraint invitations_workspace foreign key (org_id) references workspaces,
      constraint invitations_used_by foreign key (used_by) references people,
      constraint invitations_role check (role in ('viewer', 'member', 'admin')),
      constraint invitations_email_is_lower_case check (email = lower(email))
    )`.execute(database)
  await sql`create index invitations_by_workspace on invitations (org_id, invitation_id)`.execute(database)
  await sql`
    create index invitations_open on invitations (email)
    where used_at is null and revoked_at is null`.execute(database)
  await sql`
    create table login_links (
      token_sha256 bytea not null,
      person_id text collate "C" not null,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      used_at timestamptz,
      constraint login_links_pkey primary key (token_sha256),
      constraint login_links_person foreign key (person_id) references people
    )`.execute(database)
  await sql`create index login_links_by_person on login_links (person_id)`.execute(database)
  await sql`create index login_links_by_end on login_links (ends_at)`.execute(database)
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table sessions (
      session_id text collate "C" not null,
      token_sha256 bytea not null,
      must_renew boolean not null default false,
      replaced_sha256 bytea,
      replaced_at timestamptz,
      person_id text collate "C" not null,
      created_at timestamptz not null,
      used_at timestamptz not null,
      ends_at timestamptz not null,
      address text not null,
      agent text,
      constraint sessions_pkey primary key (session_id),
      constraint sessions_token unique (token_sha256),
      constraint sessions_person foreign key (person_id) references people
    )`.execute(database)
  await sql`create unique index sessions_by_replaced on sessions (replaced_sha256)`.execute(database)
  await sql`create index sessions_by_person on sessions (person_id)`.execute(database)
  await sql`create index sessions_by_end on sessions (ends_at)`.execute(database)
}
