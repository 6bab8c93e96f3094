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
  workspaces: z.array(
    z.object({ orgId: z.string(), name: z.string(), plan: z.string(), role: z.enum(roles) }),
  ),
  loggedInAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})

/** Who is logged in, and the workspaces in which they have a role. */
export async function describeSession(
  database: Database,
  { person, memberships, loggedInAt, endsAt }: Session,
): Promise<z.infer<typeof sessionSchema>> {
  const all = new Map((await listWorkspaces(database)).map((workspace) => [workspace.orgId, workspace]))
  return {
    person: {
      personId: person.personId,
      email: person.email,
      name: person.name,
      isOperator: person.isOperator,
    },
    workspaces: memberships.map(({ orgId, role }) => {
      const { name = orgId, plan = '' } = all.get(orgId) ?? {}
      return { orgId, name, plan, role }
    }),
    loggedInAt: loggedInAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
