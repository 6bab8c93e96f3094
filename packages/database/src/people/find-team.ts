import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { MemberRole } from './memberships.ts'

/** A member of a workspace, without an address. */
export type Teammate = { personId: string; name: string | null; role: MemberRole }

const mostLookedAt = 5_000

/** Returns the members whose names contain a text, in any case; all of them without a text. Looks at the first 5,000. */
export async function findTeam(
  database: Database,
  { orgId, name, limit }: { orgId: string; name?: string | undefined; limit: number },
): Promise<Teammate[]> {
  const { rows } = await sql<Teammate>`
    select * from (
      select m.person_id as "personId", p.name, m.role from memberships m join people p using (person_id)
      where m.org_id = ${orgId} and p.disabled_at is null order by m.person_id limit ${mostLookedAt}
    ) members where ${isNamed(name)} order by "personId" limit ${limit}`.execute(database)
  return rows
}

/** Returns what people of a workspace are called; those without a name, and those of other workspaces, are left out. */
export async function findTeamNames(
  database: Database,
  { orgId, personIds }: { orgId: string; personIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(personIds)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ personId: string; name: string }>`
    select person_id as "personId", p.name from memberships m join people p using (person_id)
    where m.org_id = ${orgId} and person_id = any(${ids}) and p.name is not null`.execute(database)
  return new Map(rows.map(({ personId, name }) => [personId, name]))
}

function isNamed(name: string | undefined): RawBuilder<unknown> {
  return name === undefined ? sql`true` : sql`name ilike ${`%${name.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}
