import type { Caller } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { endSessions, getPerson, isAdminOfAllWorkspacesOf } from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../../define-act.ts'
import { defineChoice, defineCommandAct } from '../../define-operation.ts'
import { personTarget } from '../audited-person.ts'
import { getMembership } from '../get-membership.ts'

const ofPerson = z.strictObject({
  personId: z.string(),
  /** The session to end; all of them without it. */
  sessionId: z.string().optional(),
  orgId: orgIdSchema.optional(),
})

/**
 * Throws RejectedError `forbidden` for an admin of one workspace where the person has a part in another: sessions belong
 * to the whole installation.
 */
export async function checkSessionsOf(
  database: Database,
  { actor, isOperator }: Caller,
  personId: string,
): Promise<void> {
  if (isOperator) return
  const person = await getPerson(database, { personId })
  const isOwn = await isAdminOfAllWorkspacesOf(database, { adminId: actor.id, personId })
  if (isOwn && !person.isOperator) return
  throw new RejectedError(
    'forbidden',
    'The person also has a part outside your workspaces. Ask an operator to end their sessions.',
  )
}

/** Ends sessions of a person; every process refuses them within 5 s. Throws RejectedError: `not_found`, `forbidden`. */
export const endPersonSessionsAct = defineCommandAct({
  name: 'person.end_sessions',
  summary: 'Log a person out everywhere. Every process refuses the sessions within 5 s.',
  demands: 'admin',
  needsRecentLogin: true,
  input: ofPerson,
  run: async ({ transaction, caller, input: { personId, sessionId, orgId } }) => {
    if (orgId !== undefined) await getMembership(transaction, { orgId, personId })
    await getPerson(transaction, { personId })
    await checkSessionsOf(transaction, caller, personId)
    const ended = await endSessions(transaction, { personId, sessionId })
    if (ended.length === 0) return { result: { personId, ended } }
    const states = { before: { sessions: ended }, after: null }
    return {
      result: { personId, ended },
      change: { orgId: orgId ?? null, ...personTarget(personId), ...states },
    }
  },
})

/** Over HTTP, all sessions end. */
export const logOutPersonChoice = defineChoice({
  name: 'person.log_out',
  summary: endPersonSessionsAct.summary,
  demands: 'admin',
  input: z.strictObject({ personId: z.string(), orgId: orgIdSchema }),
  http: {
    ...{ method: 'delete', path: '/people/{id}/sessions', operationId: 'endPersonSessions' },
    errors: ['not_found', 'login_required', 'forbidden'],
  },
  output: {
    description: 'How many sessions ended. Every process refuses them within 5 s.',
    schema: z.object({ ended: z.int() }),
    of: ({ ended }) => ({ ended: ended.length }),
  },
  choose: () => endPersonSessionsAct,
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

const besides = z.strictObject({
  /** The session that stays. */
  sessionId: z.string(),
  orgId: orgIdSchema.optional(),
})

/** Ends all other sessions of the caller. */
export const endOtherSessionsAct = defineAct({
  name: 'session.end_others',
  demands: 'person',
  input: besides,
  run: async ({ transaction, caller, input: { sessionId } }) => {
    const personId = caller.actor.id
    const ended = await endSessions(transaction, { personId, exceptId: sessionId })
    if (ended.length === 0) return { result: { ended } }
    const states = { before: { sessions: ended }, after: null }
    return { result: { ended }, change: { orgId: null, ...personTarget(personId), ...states } }
  },
})
