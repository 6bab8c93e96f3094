import { hashToken } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import {
  createPerson,
  findDisabledHolder,
  findPersonByEmail,
  getPerson,
  type Invitation,
  lockInvitation,
  lockUnprovenPeople,
} from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import { opensInvitations, type PersonActServices } from '../person/person-services.ts'
import { findProven } from './prove-address.ts'
import { agentSchema, linkRefused, replacedSchema, startSession } from './start-session.ts'
import { isStillOffered } from './still-offered.ts'
import { takeUpInvitations } from './take-up-invitations.ts'

const input = z.strictObject({
  token: z.string(),
  agent: agentSchema,
  /** The session that the browser has already. */
  replaced: replacedSchema,
})

type Work = ActWork<z.output<typeof input>, PersonActServices>

/**
 * Accepts an invitation and logs in its person, who is created if the address is new. Throws RejectedError:
 * `unauthorized`, `conflict` if the link may not log in as the person with the address.
 */
export const logInByInvitationAct = defineAct({
  name: 'login.by_invitation',
  demands: 'nobody',
  input,
  run: async ({ transaction, services, caller, input: { token, agent, replaced } }: Work) => {
    const nowMs = services.nowMs()
    const invitation = await lockInvitation(transaction, { tokenSha256: hashToken(token), nowMs })
    if (invitation === undefined || !opensInvitations(services)) throw linkRefused()
    if (!(await isStillOffered(transaction, invitation))) throw linkRefused()
    const { orgId, invitationId, role, isOperator } = invitation
    const personId = await findOrCreateInvited(transaction, invitation, {
      currentId: replaced?.personId,
      nowMs,
    })
    await takeUpInvitations(transaction, { personId, invitations: [invitation], nowMs })
    const started = await startSession(transaction, { services, caller }, { personId, agent, replaced })
    const after = { invitationId, role, isOperator, sessionId: started.sessionId }
    const actor = { kind: 'person', id: personId } as const
    return { result: started, change: { orgId, ...personTarget(personId), before: null, after, actor } }
  },
})

async function findOrCreateInvited(
  transaction: DatabaseTransaction,
  { orgId, email, isOperator, logsIn }: Invitation,
  { currentId, nowMs }: { currentId: string | undefined; nowMs: number },
): Promise<string> {
  const known = await findPersonByEmail(transaction, email)
  if (known !== undefined) {
    // The admin who created the invitation saw its link, and must not become this person with it.
    if (logsIn || currentId === known.personId) return known.personId
    throw new RejectedError('conflict', 'You already have a login. Log in, then open the invitation again.')
  }
  if ((await findDisabledHolder(transaction, email)) !== undefined) throw linkRefused()
  if (!logsIn) return findOrCreateCalled(transaction, { orgId, email, isOperator, currentId, nowMs })
  const proven = await findProven(transaction, { email, vouching: [orgId], nowMs })
  if (proven !== undefined) return proven.personId
  return (await createPerson(transaction, { email, name: null, isOperator, nowMs })).personId
}

/** Anyone who has seen the link could open it, so the address is only what the person is called. */
async function findOrCreateCalled(
  transaction: DatabaseTransaction,
  {
    orgId,
    email: unprovenEmail,
    isOperator,
    currentId,
    nowMs,
  }: { orgId: string; email: string; isOperator: boolean; currentId: string | undefined; nowMs: number },
): Promise<string> {
  const current = currentId === undefined ? undefined : await getPerson(transaction, { personId: currentId })
  if (current?.unprovenEmail === unprovenEmail) return current.personId
  const called = await lockUnprovenPeople(transaction, unprovenEmail)
  if (called.some(({ orgIds }) => orgIds.includes(orgId))) {
    throw new RejectedError('conflict', 'You already have a login. Log in, then open the invitation again.')
  }
  const person = { email: null, unprovenEmail, name: null, isOperator, nowMs }
  return (await createPerson(transaction, person)).personId
}
