import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import type { Row } from '../tables.ts'

export type MemberRole = Row<'memberships'>['role']

export type Membership = { orgId: string; personId: string; role: MemberRole }

/** A person as the lists of people show them. Without a workspace, `orgId` and `role` are null. */
export type Member = {
  personId: string
  email: string | null
  /** False for an address that an admin typed and no one proved. */
  isEmailProven: boolean
  name: string | null
  orgId: string | null
  role: MemberRole | null
  isOperator: boolean
  lastSeenAt: Date | null
  disabledAt: Date | null
}

/** Returns the people of a workspace, or of all with one entry for each membership; the oldest first. */
export async function listMembers(database: Database, { orgId }: { orgId?: string | undefined }) {
  const isMeant = orgId === undefined ? sql`true` : sql`m.org_id = ${orgId}`
  const { rows } = await sql<Member>`
    select p.person_id as "personId", coalesce(p.email, p.unproven_email) as email,
           p.unproven_email is null as "isEmailProven", p.name, m.org_id as "orgId", m.role, p.is_operator as "isOperator",
           p.last_seen_at as "lastSeenAt", p.disabled_at as "disabledAt"
    from people p left join memberships m using (person_id)
    where ${isMeant} order by p.created_at, p.person_id, m.org_id`.execute(database)
  return rows
}

export async function findMembership(
  database: Database,
  { orgId, personId }: { orgId: string; personId: string },
): Promise<Membership | undefined> {
  return await database
    .selectFrom('memberships')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Returns every membership of a person. */
export async function listMemberships(
  database: Database,
  { personId }: { personId: string },
): Promise<Membership[]> {
  return await database
    .selectFrom('memberships')
    .select(columns)
    .where('person_id', '=', personId)
    .orderBy('org_id')
    .execute()
}

/** Returns whether a person is an admin of each workspace in which another has a part. */
export async function isAdminOfAllWorkspacesOf(
  database: Database,
  { adminId, personId }: { adminId: string; personId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m where m.person_id = ${personId}
      and not exists (select from memberships a
                      where a.org_id = m.org_id and a.person_id = ${adminId} and a.role = 'admin')
    limit 1`.execute(database)
  return rows.length === 0
}

/** Gives a person a role in a workspace, instead of the one they have. */
export async function setMembership(
  transaction: DatabaseTransaction,
  { orgId, personId, role, nowMs }: Membership & { nowMs: number },
): Promise<void> {
  await transaction
    .insertInto('memberships')
    .values({ org_id: orgId, person_id: personId, role, created_at: new Date(nowMs) })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'person_id']).doUpdateSet((row) => ({ role: row.ref('excluded.role') })),
    )
    .execute()
}

/** Gives a person a role in every workspace in which they have none. */
export async function joinWorkspaces(
  transaction: DatabaseTransaction,
  { personId, role, nowMs }: { personId: string; role: MemberRole; nowMs: number },
): Promise<void> {
  await sql`
    insert into memberships (org_id, person_id, role, created_at)
    select org_id, ${personId}, ${role}, ${new Date(nowMs)} from workspaces
    on conflict (org_id, person_id) do nothing`.execute(transaction)
}

export async function removeMembership(
  transaction: DatabaseTransaction,
  { orgId, personId }: { orgId: string; personId: string },
): Promise<void> {
  await transaction
    .deleteFrom('memberships')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .execute()
}

/** Returns who the admins of a workspace are, and locks them, so that the last two cannot remove each other. */
export async function lockAdmins(
  transaction: DatabaseTransaction,
  { orgId }: { orgId: string },
): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select m.person_id as "personId" from memberships m join people p using (person_id)
    where m.org_id = ${orgId} and m.role = 'admin' and p.disabled_at is null
    order by m.person_id for update`.execute(transaction)
  return rows.map(({ personId }) => personId)
}

const columns = ['org_id as orgId', 'person_id as personId', 'role'] as const
