import { endsOf, openSince } from '@signalpost/authorization'
import { getPerson, listSessions } from '@signalpost/database/people'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall } from '../../define-act.ts'
import { defineDocumentList, defineLookup } from '../../define-operation.ts'
import { getMembership } from '../get-membership.ts'
import type { SessionServices } from '../person-document.ts'
import { checkSessionsOf } from './end-sessions.ts'
import { describeLogin, loginSchema } from './login-document.ts'

const reference = z.strictObject({ orgId: orgIdSchema, personId: idSchema })

/** Throws RejectedError: `not_found`, and `forbidden` as for ending them. */
export const listPersonSessionsRead = defineDocumentList({
  name: 'person.sessions',
  summary: 'List where a person is logged in.',
  demands: 'admin',
  input: reference,
  http: {
    ...{ method: 'get', path: '/people/{id}/sessions', errors: ['not_found', 'forbidden'] },
    operationId: 'listPersonSessions',
  },
  read: async ({
    services: { database, ...services },
    caller,
    input: { orgId, personId },
  }: ActCall<z.output<typeof reference>, SessionServices>) => {
    await getMembership(database, { orgId, personId })
    await checkSessionsOf(database, caller, personId)
    const nowMs = services.nowMs()
    const open = openSince(services.sessionTimes, nowMs)
    const sessions = await listSessions(database, { personId, nowMs, ...open })
    return sessions.map((session) => describeLogin(session, caller, services.sessionTimes))
  },
  idOf: ({ sessionId }) => sessionId,
  output: {
    description: 'The open sessions, the newest first.',
    schema: loginSchema,
    of: (session) => session,
  },
})

const ofPerson = z.strictObject({ personId: z.string() })

/** Where a person is logged in, anywhere in the installation. Throws RejectedError `not_found`. */
export const listSessionsLookup = defineLookup({
  demands: 'operator',
  input: ofPerson,
  foundIn: listPersonSessionsRead,
  read: async ({
    services: { database, sessionTimes, nowMs: clock },
    input: { personId },
  }: ActCall<z.output<typeof ofPerson>, SessionServices>) => {
    await getPerson(database, { personId })
    const nowMs = clock()
    const sessions = await listSessions(database, { personId, nowMs, ...openSince(sessionTimes, nowMs) })
    return sessions.map((session) => ({ ...session, ...endsOf(session, sessionTimes) }))
  },
})
