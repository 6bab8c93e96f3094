import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { MemberRole } from './memberships.ts'

/** Where a session is used. Its token opens nothing anywhere else. */
export type SessionKind = 'browser' | 'cli'

/** A login of a person, with what they may do. */
export type StoredSession = {
  sessionId: string
  kind: SessionKind
  person: { personId: string; email: string | null; name: string | null; isOperator: boolean }
  memberships: { orgId: string; role: MemberRole }[]
  loggedInAt: Date
  usedAt: Date
  endsAt: Date
}

/** A session as lists show it. */
export type ListedSession = {
  sessionId: string
  kind: SessionKind
  personId: string
  loggedInAt: Date
  usedAt: Date
  endsAt: Date
  address: string
  agent: string | null
}

type NewSession = {
  tokenSha256: Buffer
  /** Defaults to `browser`. */
  kind?: SessionKind | undefined
  personId: string
  nowMs: number
  endsMs: number
  address: string
  agent: string | null
}

/** Since when a session must have been used, and have begun, to be open. */
export type OpenSince = { usedSinceMs: number; createdSinceMs: number }

const sweptRows = 1_000

/** Starts a session and removes some that are over. */
export async function createSession(
  transaction: DatabaseTransaction,
  { tokenSha256, kind = 'browser', personId, nowMs, endsMs, address, agent }: NewSession,
): Promise<{ sessionId: string }> {
  const now = new Date(nowMs)
  const sessionId = createId('ses_', nowMs)
  await sweep(transaction, now)
  await transaction
    .insertInto('sessions')
    .values({
      session_id: sessionId,
      token_sha256: tokenSha256,
      kind,
      person_id: personId,
      created_at: now,
      used_at: now,
      ends_at: new Date(endsMs),
      address,
      agent,
    })
    .execute()
  await transaction
    .updateTable('people')
    .set({ last_seen_at: now })
    .where('person_id', '=', personId)
    .execute()
  return { sessionId }
}

/**
 * Returns the session of a token. Undefined if it is over, or if its person is disabled or has no part in anything.
 * `isReplaced` where the token was replaced after `replacedSinceMs`; `mustRenew` where it has to be replaced.
 */
export async function findSession(
  database: Database,
  {
    tokenSha256,
    kind,
    nowMs,
    usedSinceMs,
    createdSinceMs,
    replacedSinceMs,
  }: { tokenSha256: Buffer; kind: SessionKind; nowMs: number; replacedSinceMs: number } & OpenSince,
): Promise<(StoredSession & { mustRenew: boolean; isReplaced: boolean }) | undefined> {
  const { rows } = await sql<StoredSession & { mustRenew: boolean; isReplaced: boolean }>`
    select s.session_id as "sessionId", s.kind,
           json_build_object('personId', p.person_id, 'email', coalesce(p.email, p.unproven_email), 'name', p.name,
                             'isOperator', p.is_operator) as person,
           ${membershipsOfPerson} as memberships, s.created_at as "loggedInAt", s.used_at as "usedAt",
           s.ends_at as "endsAt", s.must_renew as "mustRenew", s.token_sha256 <> ${tokenSha256} as "isReplaced"
    from sessions s join people p using (person_id)
    where (s.token_sha256 = ${tokenSha256}
           or s.replaced_sha256 = ${tokenSha256} and s.replaced_at > ${new Date(replacedSinceMs)})
      and s.kind = ${kind} and s.ends_at > ${new Date(nowMs)} and s.used_at > ${new Date(usedSinceMs)}
      and s.created_at > ${new Date(createdSinceMs)} and p.disabled_at is null
      and (p.is_operator or exists (select from memberships m where m.person_id = p.person_id))`.execute(
    database,
  )
  return rows[0]
}

/** Replaces the token of a session that has to be renewed; returns whether this call did it. */
export async function renewSession(
  database: Database,
  { tokenSha256, newSha256, nowMs }: { tokenSha256: Buffer; newSha256: Buffer; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('sessions')
    .set({
      token_sha256: newSha256,
      replaced_sha256: tokenSha256,
      replaced_at: new Date(nowMs),
      must_renew: false,
    })
    .where('token_sha256', '=', tokenSha256)
    .where('must_renew', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records when a session was used; never moves the moment back. */
export async function recordSessionUse(
  database: Database,
  { sessionId, usedAt }: { sessionId: string; usedAt: Date },
): Promise<void> {
  await sql`
    with used as (
      update sessions set used_at = ${usedAt} where session_id = ${sessionId} and used_at < ${usedAt}
      returning person_id
    )
    update people set last_seen_at = ${usedAt}
    where person_id in (select person_id from used) and (last_seen_at is null or last_seen_at < ${usedAt})`.execute(
    database,
  )
}

/** Returns the sessions of a person that are not over, the newest first. */
export async function listSessions(
  database: Database,
  { personId, nowMs, usedSinceMs, createdSinceMs }: { personId: string; nowMs: number } & OpenSince,
): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select session_id as "sessionId", kind, person_id as "personId", created_at as "loggedInAt", used_at as "usedAt",
           ends_at as "endsAt", address, agent
    from sessions
    where person_id = ${personId} and ends_at > ${new Date(nowMs)} and used_at > ${new Date(usedSinceMs)}
      and created_at > ${new Date(createdSinceMs)}
    order by session_id desc`.execute(database)
  return rows
}

/**
 * Ends sessions of a person: one, all, or all but one. With several goes what a command line was just allowed to begin.
 * Returns which ended.
 */
export async function endSessions(
  transaction: DatabaseTransaction,
  {
    personId,
    sessionId,
    exceptId = '',
  }: { personId: string; sessionId?: string | undefined; exceptId?: string | undefined },
): Promise<string[]> {
  const isMeant = sessionId === undefined ? sql`session_id <> ${exceptId}` : sql`session_id = ${sessionId}`
  const { rows } = await sql<{ sessionId: string }>`
    delete from sessions where person_id = ${personId} and ${isMeant}
    returning session_id as "sessionId"`.execute(transaction)
  if (sessionId === undefined) {
    await transaction
      .deleteFrom('device_logins')
      .where('person_id', '=', personId)
      .where('session_id', 'is', null)
      .execute()
  }
  return rows.map((row) => row.sessionId).toSorted()
}

/**
 * Makes every session of a person in a browser take a new token at its next use. A command line has its token from the
 * server alone, so no one can have planted it.
 */
export async function renewSessionsOf(
  transaction: DatabaseTransaction,
  { personId }: { personId: string },
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ must_renew: true })
    .where('person_id', '=', personId)
    .where('kind', '=', 'browser')
    .execute()
}

async function sweep(transaction: DatabaseTransaction, now: Date): Promise<void> {
  await sql`
    delete from sessions where session_id in (
      select session_id from sessions where ends_at < ${now} limit ${sweptRows} for update skip locked
    )`.execute(transaction)
  await sql`
    delete from login_links where token_sha256 in (
      select token_sha256 from login_links where ends_at < ${now} limit ${sweptRows} for update skip locked
    )`.execute(transaction)
}

const membershipsOfPerson = sql`
  coalesce((select json_agg(json_build_object('orgId', m.org_id, 'role', m.role) order by m.org_id)
            from memberships m where m.person_id = p.person_id), '[]')`
