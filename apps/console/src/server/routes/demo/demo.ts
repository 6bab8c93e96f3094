import { performAct } from '@signalpost/administration'
import { removeDemoAct } from '@signalpost/administration/demo'
import { hasDemo } from '@signalpost/database/demo'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

const timeoutMs = 60_000
/** Less than the time that a request may take. */
const waitMs = 30_000

export const getDemo = defineRoute({
  operationId: 'getDemo',
  method: 'get',
  path: '/console/api/w/{orgId}/demo',
  role: 'viewer',
  summary: 'See whether a workspace has the data of the demo',
  params: workspaceParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'Whether it has.',
    schema: z.object({ isThere: z.boolean() }),
  },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => ({ isThere: await hasDemo(database, { orgId }) }),
})

export const removeDemo = defineRoute({
  operationId: 'removeDemo',
  method: 'post',
  path: '/console/api/w/{orgId}/demo/remove',
  role: 'admin',
  summary: 'Take away all that the demo brought into a workspace, and nothing else',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({}),
  timeoutMs,
  success: {
    status: 200,
    description: 'How much there was.',
    schema: z.object({
      records: z.int().meta({ description: 'Signals, deals and listeners.' }),
      deliveries: z.int(),
    }),
  },
  errors: ['not_found', 'login_required'],
  handle: ({ works }, { caller, params: { orgId } }) =>
    performAct({ ...works, waitMs }, { caller, act: removeDemoAct, input: { orgId } }),
})
