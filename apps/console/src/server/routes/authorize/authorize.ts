import { performAct } from '@signalpost/administration'
import {
  clientSchema,
  connectAssistantAct,
  denyAssistant,
  describeClient,
} from '@signalpost/administration/assistant'
import { scopesOfRole } from '@signalpost/authorization'
import { findWorkspace } from '@signalpost/database/access'
import { findAuthorization, getAssistantPolicy } from '@signalpost/database/assistants'
import { idSchema, orgIdSchema, RejectedError, scopes } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import type { Services } from '../../services.ts'

const params = z.object({ id: idSchema })
const goOn = {
  status: 200 as const,
  description: 'Where the browser continues. It counts in the browser that began, once.',
  schema: z.object({ url: z.string() }),
}

export const getAuthorization = defineRoute({
  operationId: 'getAuthorization',
  method: 'get',
  path: '/console/api/authorizations/{id}',
  role: 'person',
  summary: 'See what an assistant asks for',
  params,
  success: {
    status: 200,
    description: 'The request, and what you could grant in each of your workspaces.',
    schema: z.object({
      client: clientSchema,
      scopes: z.array(z.enum(scopes)),
      reads: z.array(z.enum(scopes)).meta({ description: 'Those with which it only reads.' }),
      endsAt: z.iso.datetime(),
      workspaces: z.array(
        z.object({
          orgId: z.string(),
          name: z.string(),
          mayGrant: z.array(z.enum(scopes)).meta({ description: 'What your role allows.' }),
          isOff: z.boolean().meta({ description: 'Whether the workspace does not allow assistants.' }),
        }),
      ),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database, nowMs }, { params: { id }, session }) => {
    const authorization = await findAuthorization(database, { authorizationId: id, nowMs: nowMs() })
    if (authorization === undefined || authorization.isDecided) {
      throw new RejectedError('not_found', 'This request is over. Connect the application again.')
    }
    const workspaces = session.memberships.map(async ({ orgId, role }) => ({
      ...{ orgId, name: (await findWorkspace(database, orgId))?.name ?? orgId },
      mayGrant: authorization.scopes.filter((scope) => scopesOfRole(role).includes(scope)),
      isOff: (await getAssistantPolicy(database, { orgId })) === 'off',
    }))
    return {
      ...{ client: describeClient(authorization), scopes: authorization.scopes },
      reads: authorization.scopes.filter((scope) => scopesOfRole('viewer').includes(scope)),
      ...{ endsAt: authorization.endsAt.toISOString(), workspaces: await Promise.all(workspaces) },
    }
  },
})

export const allowAssistant = defineRoute({
  operationId: 'allowAssistant',
  act: connectAssistantAct.name,
  method: 'post',
  path: '/console/api/authorizations/{id}/allow',
  role: 'person',
  summary: 'Connect an assistant that acts as you in one workspace',
  params,
  body: z.strictObject({ orgId: orgIdSchema, scopes: z.array(z.enum(scopes)).min(1) }),
  success: goOn,
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { id }, body }) => {
    const input = { authorizationId: id, ...body }
    const { token } = await performAct(services, { caller, act: connectAssistantAct, input })
    return { url: continueUrl(services, id, token) }
  },
})

export const denyAssistantRoute = defineRoute({
  operationId: 'denyAssistant',
  method: 'post',
  path: '/console/api/authorizations/{id}/deny',
  role: 'person',
  summary: 'Deny what an assistant asks for',
  params,
  success: goOn,
  errors: ['not_found', 'conflict'],
  handle: async (services, { params: { id } }) => {
    const { token } = await denyAssistant(services, { authorizationId: id })
    return { url: continueUrl(services, id, token) }
  },
})

function continueUrl({ assistantAddresses }: Services, authorizationId: string, token: string): string {
  if ('missing' in assistantAddresses) {
    throw new RejectedError('not_found', `Assistants cannot connect: ${assistantAddresses.missing}.`)
  }
  return `${assistantAddresses.apiUrl}/oauth/continue/${authorizationId}?d=${token}`
}
