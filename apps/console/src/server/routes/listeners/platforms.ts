import { performAct } from '@signalpost/administration'
import {
  createConnectionAct,
  deleteConnectionAct,
  listPlatforms as queryPlatforms,
  tryPlatform,
} from '@signalpost/administration/connection'
import { listConnections } from '@signalpost/database/searching'
import { platforms } from '@signalpost/domain'
import { pageOf } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

const budget = z.object({ most: z.number(), windowMs: z.number() }).nullable()
const connectionSchema = z.object({
  connectionId: z.string(),
  baseUrl: z.string().nullable().meta({ description: 'Replaces scheme, host and port of its addresses.' }),
  budget: budget.meta({ description: "Null means the platform's own." }),
})
const { orgId: _connectedIn, ...given } = createConnectionAct.input.shape
const checkSchema = z.object({
  ready: z.boolean(),
  httpStatus: z.number().nullable(),
  missing: z.string().nullable(),
})

export const listPlatforms = defineRoute({
  operationId: 'listPlatforms',
  method: 'get',
  path: '/console/api/w/{orgId}/platforms',
  role: 'viewer',
  summary: 'List the platforms, how each is reached, and what the workspace lacks to search it',
  params: workspaceParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'All of them.',
    schema: pageOf(
      z.object({
        platform: z.string(),
        title: z.string(),
        access: z.string(),
        ready: z.boolean(),
        missing: z.string().nullable(),
        beta: z.boolean(),
        ranLive: z.boolean(),
        documentation: z.string(),
        needsBudget: z.boolean(),
        secrets: z.array(z.object({ name: z.string(), description: z.string() })),
        connection: connectionSchema.nullable(),
      }),
    ),
  },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => {
    const shown = await queryPlatforms(database, orgId)
    const connections = await listConnections(database, orgId)
    const items = shown.map(({ missing = null, ...platform }) => {
      const connection = connections.find((one) => one.platform === platform.platform)
      return { ...platform, missing, connection: connection === undefined ? null : describe(connection) }
    })
    return { items, nextCursor: null }
  },
})

export const checkPlatform = defineRoute({
  operationId: 'checkPlatform',
  method: 'post',
  path: '/console/api/w/{orgId}/platform-checks',
  role: 'admin',
  summary: 'Ask a platform once, as a listener of the workspace would',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({ platform: z.enum(platforms) }),
  timeoutMs: 30_000,
  success: { status: 200, description: 'Whether it can be searched.', schema: checkSchema },
  errors: [],
  handle: async ({ searching }, { params: { orgId }, body: { platform } }) => {
    const { ready, httpStatus, missing = null } = await tryPlatform(searching, { orgId, platform })
    return { ready, httpStatus, missing }
  },
})

export const createConnection = defineRoute({
  operationId: 'createConnection',
  method: 'post',
  path: '/console/api/w/{orgId}/connections',
  role: 'admin',
  summary: 'Connect the workspace to a platform, with credentials and a budget of its own',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject(given),
  success: { status: 201, description: 'The connection, without its credentials.', schema: connectionSchema },
  errors: ['conflict'],
  handle: async (services, { caller, params: { orgId }, body }) =>
    describe(await performAct(services, { caller, act: createConnectionAct, input: { ...body, orgId } })),
})

export const deleteConnection = defineRoute({
  operationId: 'deleteConnection',
  method: 'delete',
  path: '/console/api/w/{orgId}/connections/{id}',
  role: 'admin',
  summary: 'Delete a connection with its credentials',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'What was deleted.', schema: z.object({ connectionId: z.string() }) },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: connectionId } }) => {
    await performAct(services, { caller, act: deleteConnectionAct, input: { orgId, connectionId } })
    return { connectionId }
  },
})

type Described = z.input<typeof connectionSchema>

function describe({ connectionId, baseUrl, budget: own }: Described): Described {
  return { connectionId, baseUrl, budget: own }
}
