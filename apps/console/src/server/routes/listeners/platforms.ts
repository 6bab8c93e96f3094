import {
  connectionDocument,
  listPlatforms as queryPlatforms,
  tryPlatform,
} from '@signalpost/administration/connection'
import { listConnections } from '@signalpost/database/searching'
import { platforms } from '@signalpost/domain'
import { pageOf } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

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
        connection: connectionDocument.schema.nullable(),
      }),
    ),
  },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => {
    const shown = await queryPlatforms(database, orgId)
    const connections = await listConnections(database, orgId)
    const items = shown.map(({ missing = null, ...platform }) => {
      const connection = connections.find((one) => one.platform === platform.platform)
      return {
        ...platform,
        missing,
        connection: connection === undefined ? null : connectionDocument.of(connection),
      }
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
