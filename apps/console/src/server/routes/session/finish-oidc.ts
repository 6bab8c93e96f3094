import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { findCurrent } from './find-current.ts'
import { describeSession, sessionSchema } from './session-schema.ts'

export const finishOidc = defineRoute({
  operationId: 'finishOidc',
  method: 'post',
  path: '/console/api/login/oidc',
  role: 'nobody',
  summary: 'End a login at the identity provider',
  body: z.strictObject({
    search: z
      .string()
      .max(8_192)
      .meta({ description: 'The query with which the provider sent the browser back.' }),
  }),
  success: {
    status: 200,
    description: 'The session, whose cookie is set. The one that the browser sent has ended.',
    schema: sessionSchema,
  },
  errors: ['unauthorized', 'forbidden', 'rate_limited', 'not_found', 'unavailable'],
  timeoutMs: 20_000,
  handle: async (services, { body: { search }, visitor, response }) => {
    const { waysIn, cookie, loginCookie, database } = services
    const state = loginCookie.read(response.req) ?? ''
    const current = await findCurrent(services, response)
    const { token, session } = await waysIn.finishOidc({ search, state }, visitor, current)
    loginCookie.clear(response)
    cookie.set(response, token)
    return describeSession(database, session)
  },
})
