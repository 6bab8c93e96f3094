import { endsOf, openSince, type SessionTimes } from '@signalpost/authorization'
import { getPerson, listMembers, listSessions } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { defineLookup } from '../define-operation.ts'

/** The people of a workspace, or of all. */
export const listMembersLookup = defineLookup({
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema.optional() }),
  read: async ({ services: { database }, input }) =>
    (await listMembers(database, input)).map(({ isOperator, isEmailProven, ...member }) => ({
      ...{ ...member, emailProven: isEmailProven, operator: isOperator },
    })),
})

const ofPerson = z.strictObject({ personId: z.string() })
type SessionServices = ActServices & { readonly sessionTimes: SessionTimes }

/** Where a person is logged in, anywhere in the installation. Throws RejectedError `not_found`. */
export const listSessionsLookup = defineLookup({
  demands: 'operator',
  input: ofPerson,
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
