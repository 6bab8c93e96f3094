import { hashToken } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { createPerson, findPersonByEmail, type Invitation, lockInvitation } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import { agentSchema, linkRefused, startSession } from './start-session.ts'
import { takeUpInvitations } from './take-up-invitations.ts'

const input = z.strictObject({
  token: z.string(),
  agent: agentSchema,
  /** The person who is already logged in. */
  personId: z.string().optional(),
})

/**
 * Accepts an invitation and logs in its person, who is created if the address is new. Throws RejectedError:
 * `unauthorized`, `conflict` if the link may not log in as the person with the address.
 */
export const logInByInvitationAct = defineAct({
  name: 'login.by_invitation',
  demands: 'nobody',
  input,
  run: async ({ transaction, services, caller, input: { token, agent, personId: currentId } }) => {
    const nowMs = services.nowMs()
    const invitation = await lockInvitation(transaction, { tokenSha256: hashToken(token), nowMs })
    if (invitation === undefined) throw linkRefused()
    const { orgId, invitationId, role, isOperator } = invitation
    const personId = await findOrCreateInvited(transaction, invitation, { currentId, nowMs })
    await takeUpInvitations(transaction, { personId, invitations: [invitation], nowMs })
    const started = await startSession(transaction, caller, { personId, agent, nowMs })
    const after = { invitationId, role, isOperator, sessionId: started.sessionId }
    const actor = { kind: 'person', id: personId } as const
    return { result: started, change: { orgId, ...personTarget(personId), before: null, after, actor } }
  },
})

async function findOrCreateInvited(
  transaction: DatabaseTransaction,
  { email, isOperator, logsIn }: Invitation,
  { currentId, nowMs }: { currentId: string | undefined; nowMs: number },
): Promise<string> {
  const known = await findPersonByEmail(transaction, email)
  if (known === undefined) {
    const { personId } = await createPerson(transaction, { email, name: null, isOperator, nowMs })
    return personId
  }
  // The admin who created the invitation saw its link, and must not become this person with it.
  if (logsIn || currentId === known.personId) return known.personId
  throw new RejectedError('conflict', 'You have a login already. Log in, then open the invitation again.')
}
