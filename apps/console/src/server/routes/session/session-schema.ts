import { roles, type Session } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { listWorkspaces } from '@signalpost/database/access'
import { z } from 'zod'

export const sessionSchema = z.object({
  person: z.object({
    personId: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    isOperator: z.boolean(),
  }),
  workspaces: z.array(z.object({ orgId: z.string(), name: z.string(), role: z.enum(roles) })),
  loggedInAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})

/** Who is logged in, and the workspaces in which they have a role. */
export async function describeSession(
  database: Database,
  { person, memberships, loggedInAt, endsAt }: Session,
): Promise<z.infer<typeof sessionSchema>> {
  const names = new Map((await listWorkspaces(database)).map(({ orgId, name }) => [orgId, name]))
  return {
    person: {
      personId: person.personId,
      email: person.email,
      name: person.name,
      isOperator: person.isOperator,
    },
    workspaces: memberships.map(({ orgId, role }) => ({ orgId, role, name: names.get(orgId) ?? orgId })),
    loggedInAt: loggedInAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
