import { defineRoute } from '../../face/define-routes.ts'
import { describeSession, sessionSchema } from './session-schema.ts'

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
