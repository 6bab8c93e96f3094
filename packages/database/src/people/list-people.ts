import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { MemberRole } from './memberships.ts'
import type { OpenSince } from './sessions.ts'

/** A person of a workspace, with how they log in and how many sessions they have open. */
export type ListedPerson = {
  personId: string
  email: string | null
  /** False for an address that an admin typed and no one proved. */
  isEmailProven: boolean
  name: string | null
  role: MemberRole
  isOperator: boolean
  lastSeenAt: Date | null
  disabledAt: Date | null
  /** The identity providers at which they have logged in. */
  issuers: string[]
  sessions: number
}

/** Returns a page of the people of a workspace, the oldest first; `after` is the last person of the page before. With a person, them alone. */
export async function listPeople(
  database: Database,
  { orgId, personId }: { orgId: string; personId?: string | undefined },
  {
    limit,
    after = '',
    nowMs,
    usedSinceMs,
    createdSinceMs,
  }: { limit: number; after?: string | undefined; nowMs: number } & OpenSince,
): Promise<ListedPerson[]> {
  const isMeant = personId === undefined ? sql`true` : sql`person_id = ${personId}`
  const { rows } = await sql<ListedPerson>`
    select person_id as "personId", coalesce(p.email, p.unproven_email) as email,
           p.unproven_email is null as "isEmailProven", p.name, m.role, p.is_operator as "isOperator",
           p.last_seen_at as "lastSeenAt", p.disabled_at as "disabledAt",
           array(select distinct issuer from person_logins l where l.person_id = m.person_id order by 1) as issuers,
           (select count(*)::int from sessions s
            where s.person_id = m.person_id and s.ends_at > ${new Date(nowMs)}
              and s.used_at > ${new Date(usedSinceMs)} and s.created_at > ${new Date(createdSinceMs)}) as sessions
    from memberships m join people p using (person_id)
    where m.org_id = ${orgId} and person_id > ${after} and ${isMeant}
    order by person_id limit ${limit}`.execute(database)
  return rows
}

/**
 * Returns what people are called: their name, else their address. Those without either are left out. For people whom an
 * entry of ours names; anyone can name anyone as the user of a record.
 */
export async function findPeopleNames(
  database: Database,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select person_id as id, ${nameOfPerson} as name from people
    where person_id = any(${[...new Set(personIds)]}) and ${nameOfPerson} is not null`.execute(database)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Returns what users of a workspace are called, whom records may name: people who have or had a role there, as above, and keys,
 * which act as users too. Those of other workspaces are left out.
 */
export async function findUserNames(
  database: Database,
  { orgId, userIds }: { orgId: string; userIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)]
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (1) id, name from (
      select person_id as id, ${nameOfPerson} as name, 0 as rank, created_at
      from people join mirrored_records m on m.record_id = person_id
      where m.table_name = 'people' and m.org_id = ${orgId} and m.record_id = any(${ids})
      union all
      select member_id, name, 1, created_at from api_keys
      where org_id = ${orgId} and member_id = any(${ids})
    ) named
    where name is not null
    order by 1, rank, created_at desc`.execute(database)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const nameOfPerson = sql`coalesce(name, email, unproven_email)`
