import { performAct } from '@signalpost/administration'
import { checkSessionsOf, endPersonSessionsAct } from '@signalpost/administration/person'
import { openSince } from '@signalpost/authorization'
import { findMembership, listSessions } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeLogin, loginSchema } from '../session/login-schema.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const path = '/console/api/w/{orgId}/people/{id}/sessions'

export const listPersonSessions = defineRoute({
  operationId: 'listPersonSessions',
  method: 'get',
  path,
  role: 'admin',
  summary: 'See where a person is logged in',
  params: recordParams,
  query: z.object(shortPageQuery),
  success: { status: 200, description: 'The open sessions, the newest first.', schema: pageOf(loginSchema) },
  errors: ['not_found', 'forbidden'],
  handle: async (
    { database, nowMs, sessionTimes, cursors },
    { session, caller, params: { orgId, id: personId }, query },
  ) => {
    if ((await findMembership(database, { orgId, personId })) === undefined) {
      throw new RejectedError('not_found', 'There is no such person in the workspace.')
    }
    await checkSessionsOf(database, caller, personId)
    const now = nowMs()
    const sessions = await listSessions(database, { personId, nowMs: now, ...openSince(sessionTimes, now) })
    const items = sessions.map((one) => describeLogin(one, session, sessionTimes))
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ sessionId }) => sessionId },
      scope: { route: 'listPersonSessions', orgId: orgId, filters: { personId } },
    })
  },
})

export const endPersonSessions = defineRoute({
  operationId: 'endPersonSessions',
  method: 'delete',
  path,
  role: 'admin',
  summary: 'Log a person out everywhere',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'How many sessions ended. Every process refuses them within 5 s.',
    schema: z.object({ ended: z.int() }),
  },
  errors: ['not_found', 'login_required', 'forbidden'],
  handle: async (services, { caller, params: { orgId, id } }) => {
    const input = { orgId, personId: id }
    const { ended } = await performAct(services, { caller, act: endPersonSessionsAct, input })
    return { ended: ended.length }
  },
})
