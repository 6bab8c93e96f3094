import { roles, type Session } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { findWorkspacesOf, listWorkspaces } from '@signalpost/database/access'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

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

export const getSession = defineRoute({
  operationId: 'getSession',
  method: 'get',
  path: '/console/api/session',
  role: 'person',
  summary: 'See who is logged in, and their workspaces and roles',
  success: { status: 200, description: 'The session.', schema: sessionSchema },
  errors: [],
  handle: async ({ database }, { session }) => describeSession(database, session),
})

export const getWorkspaceOf = defineRoute({
  operationId: 'getWorkspaceOf',
  method: 'get',
  path: '/console/api/workspace-of',
  role: 'person',
  summary: 'Find which of the workspaces in which one has a role has a thing',
  query: z.object({
    noun: z.string().max(50).meta({ description: 'As commands name it.', example: 'rule' }),
    id: idSchema,
  }),
  success: {
    status: 200,
    description: 'None, or the workspace; two where records of senders have the same id in several.',
    schema: z.object({ orgIds: z.array(z.string()) }),
  },
  errors: [],
  handle: async ({ database }, { session, query }) => {
    const orgIds = session.memberships.map(({ orgId }) => orgId)
    return { orgIds: await findWorkspacesOf(database, { ...query, orgIds }) }
  },
})
