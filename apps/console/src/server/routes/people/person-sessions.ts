import { checkSessionsOf } from '@signalpost/administration/person'
import { openSince } from '@signalpost/authorization'
import { findMembership, listSessions } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeLogin, loginSchema } from '../session/login-schema.ts'
import { recordParams } from '../workspace-params.ts'

export const listPersonSessions = defineRoute({
  operationId: 'listPersonSessions',
  method: 'get',
  path: '/console/api/w/{orgId}/people/{id}/sessions',
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
