import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { findToken } from '../../face/server-cookie.ts'

export const logOut = defineRoute({
  operationId: 'logOut',
  method: 'delete',
  path: '/console/api/session',
  role: 'person',
  summary: 'Log out',
  success: {
    status: 204,
    description: 'The session has ended in every process within 5 s.',
    schema: z.undefined(),
  },
  errors: [],
  handle: async ({ waysIn, cookie }, { session, visitor, response }) => {
    const { token = '', kind } = findToken(cookie, response.req)
    await waysIn.endSession(token, session, visitor)
    if (kind === 'browser') cookie.clear(response)
    return undefined
  },
})
