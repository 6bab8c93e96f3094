import { performAct, roles } from '@signalpost/administration'
import { invitePersonAct } from '@signalpost/administration/person'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

export const invitePerson = defineRoute({
  operationId: 'invitePerson',
  method: 'post',
  path: '/console/api/w/{orgId}/invitations',
  role: 'admin',
  summary: 'Invite an address into the workspace',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    email: z.string().max(320),
    role: z.enum(roles),
    operator: z.boolean().default(false).meta({ description: 'Only an operator can set it.' }),
  }),
  success: {
    status: 201,
    description: 'The invitation. It goes out by mail; without a mail server its link is shown this once.',
    schema: z.object({
      invitationId: z.string(),
      email: z.string(),
      role: z.enum(roles),
      url: z.string().nullable(),
      expiresAt: z.iso.datetime(),
    }),
  },
  errors: ['login_required', 'unavailable'],
  timeoutMs: 20_000,
  handle: async (services, { caller, params: { orgId }, body: { email, role, operator } }) => {
    const input = { orgId, email, role, isOperator: operator }
    const { invitationId, expiresAt, ...invited } = await performAct(services, {
      ...{ caller, act: invitePersonAct, input },
    })
    const { url = null } = invited
    return { invitationId, email: invited.email, role, url, expiresAt: expiresAt.toISOString() }
  },
})
