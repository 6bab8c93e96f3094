import type { ServerResponse } from 'node:http'
import type { CurrentSession } from '@signalpost/administration/ways-in'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import type { Services } from '../../services.ts'
import { describeSession, sessionSchema } from './get-session.ts'

/** Returns who is logged in already. A look gives the session no new token: a login that fails must leave its cookie valid. */
export async function findCurrent(
  { waysIn, cookie }: Services,
  response: ServerResponse,
): Promise<CurrentSession | undefined> {
  const token = cookie.read(response.req)
  const session = token === undefined ? undefined : await waysIn.peekSession(token)
  return token === undefined || session === undefined ? undefined : { token, session }
}

export const listWaysIn = defineRoute({
  operationId: 'listWaysIn',
  method: 'get',
  path: '/console/api/ways-in',
  role: 'nobody',
  summary: 'See which ways to log in this installation offers',
  success: {
    status: 200,
    description: 'What the login page can offer beside a link of the command line.',
    schema: z.object({ link: z.boolean(), mail: z.boolean(), oidc: z.boolean() }),
  },
  errors: [],
  handle: async ({ waysIn }) => waysIn.offers,
})

export const inspectLogin = defineRoute({
  operationId: 'inspectLogin',
  method: 'post',
  path: '/console/api/login/inspect',
  role: 'nobody',
  summary: 'See whom a one-time link or an invitation logs in, without using it',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  success: {
    status: 200,
    description: 'Who comes in, and whom that replaces in this browser.',
    schema: z.object({
      way: z.enum(['link', 'invitation']),
      name: z.string().meta({ description: 'A mail address is masked.' }),
      orgId: z.string().nullable().meta({ description: 'The workspace of an invitation.' }),
      replaces: z
        .string()
        .nullable()
        .meta({ description: 'The other person who is logged in here, by name or address.' }),
    }),
  },
  errors: ['unauthorized', 'rate_limited'],
  handle: async (services, { body: { token }, visitor, response }) => {
    const { personId, ...inspected } = await services.waysIn.inspectToken(token, visitor)
    const current = (await findCurrent(services, response))?.session.person
    const isOther = current !== undefined && current.personId !== personId
    return { ...inspected, replaces: isOther ? (current.email ?? current.name ?? current.personId) : null }
  },
})

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

export const requestMailLink = defineRoute({
  operationId: 'requestMailLink',
  method: 'post',
  path: '/console/api/login/mail',
  role: 'nobody',
  summary: 'Have a one-time link sent by mail',
  body: z.strictObject({ email: z.string().min(3).max(320) }),
  success: {
    status: 204,
    description:
      'A link is sent where the address belongs to a person. The answer is the same where it does not.',
    schema: z.undefined(),
  },
  errors: ['rate_limited', 'not_found'],
  handle: async ({ waysIn }, { body, visitor }) => {
    await waysIn.requestMailLink(body.email, visitor)
    return undefined
  },
})
