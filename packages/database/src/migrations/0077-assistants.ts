import { type Kysely, sql } from 'kysely'

/**
 * Assistants, what their authorization server remembers, and what workspaces let them do. Only SHA-256 hashes of codes
 * and tokens are stored.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column assistant_policy text not null default 'confirm',
      add constraint workspaces_assistant_policy check (assistant_policy in ('off', 'read', 'confirm', 'write'))`.execute(
    database,
  )
  await createAssistants(database)
  await createAuthorizations(database)
  await createArtifacts(database)
}

async function createAssistants(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table assistants (
      assistant_id text collate "C" not null,
      org_id text collate "C" not null,
      person_id text collate "C" not null,
      client_id text collate "C" not null,
      client_name text not null,
      client_host text,
      redirect_uri text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      connected_at timestamptz,
      used_at timestamptz,
      ends_at timestamptz not null,
      ended_at timestamptz,
      end_reason text,
      constraint assistants_pkey primary key (assistant_id),
      constraint assistants_workspace foreign key (org_id) references workspaces,
      constraint assistants_person foreign key (person_id) references people,
      constraint assistants_end_reason check (end_reason in ('person', 'admin', 'membership', 'client', 'reuse'))
    )`.execute(database)
  await sql`create index assistants_by_workspace on assistants (org_id, assistant_id)`.execute(database)
  await sql`create index assistants_by_person on assistants (person_id)`.execute(database)
  await sql`create index assistants_by_end on assistants (ends_at)`.execute(database)
}

async function createAuthorizations(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table assistant_authorizations (
      authorization_id text collate "C" not null,
      client_id text collate "C" not null,
      client_name text not null,
      client_host text,
      redirect_uri text not null,
      scopes text[] not null,
      ends_at timestamptz not null,
      decided_at timestamptz,
      assistant_id text collate "C",
      token_sha256 bytea,
      taken_at timestamptz,
      constraint assistant_authorizations_pkey primary key (authorization_id),
      constraint assistant_authorizations_assistant foreign key (assistant_id) references assistants on delete cascade
    )`.execute(database)
  await sql`create index assistant_authorizations_by_end on assistant_authorizations (ends_at)`.execute(
    database,
  )
  await sql`create index assistant_authorizations_by_assistant on assistant_authorizations (assistant_id)`.execute(
    database,
  )
}

async function createArtifacts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table oauth_artifacts (
      artifact_sha256 bytea not null,
      model text not null,
      assistant_id text collate "C",
      grant_id text collate "C",
      payload jsonb not null,
      ends_at timestamptz not null,
      consumed_at timestamptz,
      uses integer not null default 0,
      constraint oauth_artifacts_pkey primary key (artifact_sha256),
      constraint oauth_artifacts_assistant foreign key (assistant_id) references assistants on delete cascade
    )`.execute(database)
  await sql`create index oauth_artifacts_by_assistant on oauth_artifacts (assistant_id)`.execute(database)
  await sql`create index oauth_artifacts_by_grant on oauth_artifacts (grant_id)`.execute(database)
  await sql`create index oauth_artifacts_by_end on oauth_artifacts (ends_at)`.execute(database)
  await sql`
    create table oauth_keys (
      key_id text collate "C" not null,
      ciphertext bytea not null,
      constraint oauth_keys_pkey primary key (key_id)
    )`.execute(database)
}
