import { performAct } from '@signalpost/administration'
import { disconnectAssistantAct, revokeAssistantAct } from '@signalpost/administration/assistant'
import { assistantPolicies } from '@signalpost/authorization'
import { type Assistant, getAssistantPolicy, listAssistants } from '@signalpost/database/assistants'
import { findPeopleNames } from '@signalpost/database/people'
import { idSchema, scopes } from '@signalpost/domain'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { clientSchema, describeClient } from '../authorize/authorization-schema.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

export const assistantSchema = z.object({
  assistantId: z.string(),
  client: clientSchema,
  personId: z.string(),
  personName: z.string().nullable(),
  scopes: z.array(z.enum(scopes)),
  since: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['connected', 'expired', 'ended']),
  endReason: z
    .enum(['person', 'admin', 'membership', 'client', 'reuse'])
    .nullable()
    .meta({ description: '`reuse`: a code or a refresh token was used again when it no longer might be.' }),
  isOwn: z.boolean(),
})

const cursorSchema = z.object({ after: z.string() })

export const listAssistantsRoute = defineRoute({
  operationId: 'listAssistants',
  method: 'get',
  path: '/console/api/w/{orgId}/assistants',
  role: 'viewer',
  summary: 'See your assistants, and as an admin those of everyone; the newest first',
  params: workspaceParams,
  query: z.object(pageQuery),
  success: { status: 200, description: 'A page of assistants.', schema: pageOf(assistantSchema) },
  errors: [],
  handle: async ({ database, cursors, nowMs }, { caller, params: { orgId }, query: { limit, cursor } }) => {
    const personId = caller.role === 'admin' ? undefined : caller.actor.id
    const scope = { route: 'listAssistants', orgId, filters: { personId: personId ?? null } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { items, nextCursor } = await readPage({
      limit,
      list: async (most) => ({
        items: await listAssistants(database, { orgId, personId, after, limit: most }),
      }),
      sealAfter: ({ assistantId }) => cursors.seal(scope, { after: assistantId }),
    })
    const names = await findPeopleNames(
      database,
      items.map((assistant) => assistant.personId),
    )
    const describe = (assistant: Assistant) =>
      describeAssistant(assistant, { nowMs: nowMs(), names, ownId: caller.actor.id })
    return { items: items.map(describe), nextCursor }
  },
})

export const disconnectAssistant = defineRoute({
  operationId: 'disconnectAssistant',
  method: 'delete',
  path: '/console/api/assistants/{id}',
  role: 'person',
  summary: 'End one of your assistants',
  params: z.object({ id: idSchema }),
  query: noQuery,
  success: { status: 204, description: 'Every process refuses it within 5 s.', schema: z.undefined() },
  errors: ['not_found'],
  handle: async (services, { caller, params: { id } }) => {
    await performAct(services, { caller, act: disconnectAssistantAct, input: { assistantId: id } })
    return undefined
  },
})

export const revokeAssistant = defineRoute({
  operationId: 'revokeAssistant',
  method: 'delete',
  path: '/console/api/w/{orgId}/assistants/{id}',
  role: 'admin',
  summary: 'End an assistant of anyone in the workspace',
  params: recordParams,
  query: noQuery,
  success: { status: 204, description: 'Every process refuses it within 5 s.', schema: z.undefined() },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id } }) => {
    await performAct(services, { caller, act: revokeAssistantAct, input: { orgId, assistantId: id } })
    return undefined
  },
})

export const getAssistantPolicyRoute = defineRoute({
  operationId: 'getAssistantPolicy',
  method: 'get',
  path: '/console/api/w/{orgId}/assistant-policy',
  role: 'viewer',
  summary: 'See what the workspace lets assistants do, and where they connect',
  params: workspaceParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'Without an address, what is missing.',
    schema: z.object({
      policy: z.enum(assistantPolicies),
      address: z.string().nullable(),
      missing: z.string().nullable(),
    }),
  },
  errors: [],
  handle: async ({ database, assistantAddresses }, { params: { orgId } }) => ({
    policy: await getAssistantPolicy(database, { orgId }),
    address: 'missing' in assistantAddresses ? null : `${assistantAddresses.apiUrl}/mcp`,
    missing: 'missing' in assistantAddresses ? assistantAddresses.missing : null,
  }),
})

export function describeAssistant(
  assistant: Assistant,
  { nowMs, names, ownId }: { nowMs: number; names: ReadonlyMap<string, string | null>; ownId: string },
): z.infer<typeof assistantSchema> {
  const { assistantId, personId, createdAt, usedAt, endsAt, endedAt, endReason } = assistant
  const isExpired = endsAt.getTime() <= nowMs
  return {
    ...{ assistantId, client: describeClient(assistant), personId, scopes: assistant.scopes },
    ...{ personName: names.get(personId) ?? null, since: createdAt.toISOString(), endReason },
    ...{ lastUsedAt: usedAt?.toISOString() ?? null, expiresAt: endsAt.toISOString() },
    ...{ state: endedAt !== null ? 'ended' : isExpired ? 'expired' : 'connected', isOwn: personId === ownId },
  }
}
