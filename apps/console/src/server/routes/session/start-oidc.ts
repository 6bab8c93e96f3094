import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

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
