import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeSession, sessionSchema } from './get-session.ts'
import { findCurrent } from './log-in.ts'

export const startOidc = defineRoute({
  operationId: 'startOidc',
  method: 'post',
  path: '/console/api/login/oidc/start',
  role: 'nobody',
  summary: 'Begin a login at the identity provider',
  success: {
    status: 200,
    description: 'Where the browser goes next. A cookie of 10 minutes holds the sealed state of the login.',
    schema: z.object({ url: z.url() }),
  },
  errors: ['not_found', 'unavailable', 'rate_limited'],
  timeoutMs: 10_000,
  handle: async ({ waysIn, loginCookie }, { visitor, response }) => {
    const { url, state } = await waysIn.startOidc(visitor)
    loginCookie.set(response, state)
    return { url }
  },
})

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
