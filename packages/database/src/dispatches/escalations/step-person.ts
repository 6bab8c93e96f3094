import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Whom a step is for, and how its channel reaches them. */
export type StepPerson = {
  personId: string
  name: string
  email: string | null
  externalUserId: string | null
}

/** Returns people of a workspace that can log in, by their ids. */
export async function readStepPeople(
  database: Database,
  { orgId, channelId, personIds }: { orgId: string; channelId: string; personIds: readonly string[] },
): Promise<Map<string, StepPerson>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<StepPerson>`
    select person_id as "personId", coalesce(name, email, unproven_email, person_id) as name,
           coalesce(email, unproven_email) as email,
           (select min(external_user_id) from channel_users u join channels c using (channel_id)
            where channel_id = ${channelId} and c.org_id = ${orgId} and user_id = person_id) as "externalUserId"
    from people join memberships using (person_id)
    where org_id = ${orgId} and person_id = any(${[...personIds]}) and disabled_at is null`.execute(database)
  return new Map(rows.map((person) => [person.personId, person]))
}
