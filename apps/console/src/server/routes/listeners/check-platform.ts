import { tryPlatform } from '@signalpost/administration/connection'
import { platforms } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

const checkSchema = z.object({
  ready: z.boolean(),
  httpStatus: z.number().nullable(),
  missing: z.string().nullable(),
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
  handle: async ({ works }, { params: { orgId }, body: { platform } }) => {
    const { ready, httpStatus, missing = null } = await tryPlatform(works, { orgId, platform })
    return { ready, httpStatus, missing }
  },
})
