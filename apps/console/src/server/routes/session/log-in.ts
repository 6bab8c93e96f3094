import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { findCurrent } from './find-current.ts'
import { describeSession, sessionSchema } from './session-schema.ts'

export const logIn = defineRoute({
  operationId: 'logIn',
  method: 'post',
  path: '/console/api/login',
  role: 'nobody',
  summary: 'Log in by a one-time link or an invitation',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  success: {
    status: 200,
    description:
      'The session, whose cookie is set. The one that the browser sent has ended. Who accepted an invitation and has no name is asked for it.',
    schema: sessionSchema.extend({ asksName: z.boolean() }),
  },
  errors: ['unauthorized', 'rate_limited', 'conflict'],
  handle: async (services, { body, visitor, response }) => {
    const current = await findCurrent(services, response)
    const { token, session, way } = await services.waysIn.logInByToken(body.token, visitor, current)
    services.cookie.set(response, token)
    const described = await describeSession(services.database, session)
    return { ...described, asksName: way === 'invitation' && session.person.name === null }
  },
})
