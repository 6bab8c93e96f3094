import { endSessions, getPerson } from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { personTarget } from './audited-person.ts'
import { getMembership } from './get-membership.ts'

const ofPerson = z.strictObject({
  personId: z.string(),
  /** The session to end; all of them without it. */
  sessionId: z.string().optional(),
  orgId: orgIdSchema.optional(),
})

/** Ends sessions of a person; every process refuses them within 5 s. Throws RejectedError `not_found`. */
export const endPersonSessionsAct = defineAct({
  name: 'person.end_sessions',
  demands: 'admin',
  needsRecentLogin: true,
  input: ofPerson,
  run: async ({ transaction, input: { personId, sessionId, orgId } }) => {
    if (orgId !== undefined) await getMembership(transaction, { orgId, personId })
    await getPerson(transaction, { personId })
    const ended = await endSessions(transaction, { personId, sessionId })
    if (ended.length === 0) return { result: { personId, ended } }
    const states = { before: { sessions: ended }, after: null }
    return {
      result: { personId, ended },
      change: { orgId: orgId ?? null, ...personTarget(personId), ...states },
    }
  },
})

const ofOneself = z.strictObject({ sessionId: z.string(), orgId: orgIdSchema.optional() })

/** Ends a session of the caller: a logout, here or on another device. Throws RejectedError `not_found`. */
export const endSessionAct = defineAct({
  name: 'session.end',
  demands: 'person',
  input: ofOneself,
  run: async ({ transaction, caller, input: { sessionId } }) => {
    const personId = caller.actor.id
    const ended = await endSessions(transaction, { personId, sessionId })
    if (ended.length === 0) throw new RejectedError('not_found', 'You have no such session.')
    const change = {
      orgId: null,
      target: { type: 'session', id: sessionId },
      before: { personId },
      after: null,
    }
    return { result: { sessionId }, change }
  },
})
