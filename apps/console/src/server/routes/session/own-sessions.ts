import { performAct } from '@signalpost/administration'
import {
  describeLogin,
  endOtherSessionsAct,
  endSessionAct,
  loginSchema,
  renameOneselfAct,
} from '@signalpost/administration/person'
import { openSince } from '@signalpost/authorization'
import { listSessions } from '@signalpost/database/people'
import { nameSchema } from '@signalpost/domain'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { findToken } from '../../face/server-cookie.ts'

export const listOwnSessions = defineRoute({
  operationId: 'listOwnSessions',
  method: 'get',
  path: '/console/api/sessions',
  role: 'person',
  summary: 'See where you are logged in',
  query: z.object(shortPageQuery),
  success: { status: 200, description: 'Your open sessions, the newest first.', schema: pageOf(loginSchema) },
  errors: [],
  handle: async ({ database, nowMs, sessionTimes, cursors }, { session, query }) => {
    const now = nowMs()
    const { personId } = session.person
    const sessions = await listSessions(database, { personId, nowMs: now, ...openSince(sessionTimes, now) })
    const items = sessions.map((one) => describeLogin(one, session, sessionTimes))
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ sessionId }) => sessionId },
      scope: { route: 'listOwnSessions', orgId: '', filters: { personId } },
    })
  },
})

export const endOwnSession = defineRoute({
  operationId: 'endOwnSession',
  act: endSessionAct.name,
  method: 'delete',
  path: '/console/api/sessions/{id}',
  role: 'person',
  summary: 'End one of your sessions',
  success: { status: 204, description: 'Every process refuses it within 5 s.', schema: z.undefined() },
  errors: ['not_found'],
  handle: async (services, { caller, params: { id } }) => {
    await performAct(services, { caller, act: endSessionAct, input: { sessionId: id } })
    return undefined
  },
})

export const endOtherSessions = defineRoute({
  operationId: 'endOtherSessions',
  act: endOtherSessionsAct.name,
  method: 'delete',
  path: '/console/api/sessions',
  role: 'person',
  summary: 'End all your other sessions',
  success: {
    status: 200,
    description: 'How many ended. Every process refuses them within 5 s.',
    schema: z.object({ ended: z.int() }),
  },
  errors: [],
  handle: async (services, { caller, session: { sessionId } }) => {
    const { ended } = await performAct(services, { caller, act: endOtherSessionsAct, input: { sessionId } })
    return { ended: ended.length }
  },
})

export const logOut = defineRoute({
  operationId: 'logOut',
  act: endSessionAct.name,
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

export const renameOneself = defineRoute({
  operationId: 'renameOneself',
  act: renameOneselfAct.name,
  method: 'patch',
  path: '/console/api/session',
  role: 'person',
  summary: 'Change your name',
  body: z.strictObject({ name: nameSchema }),
  success: {
    status: 200,
    description: 'The name that everyone in your workspaces sees.',
    schema: z.object({ name: z.string() }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, body }) => {
    const { name } = await performAct(services, { caller, act: renameOneselfAct, input: body })
    return { name }
  },
})
