import { may } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { findMembership, getPerson, type Invitation } from '@signalpost/database/people'
import { invitePersonAct } from '../person/invite-person.ts'

/** Whether the person who made an invitation may still make it. */
export async function isStillOffered(
  database: Database,
  { orgId, invitedBy, ...invitation }: Invitation,
): Promise<boolean> {
  if (invitedBy.kind !== 'person') return true
  const membership = await findMembership(database, { orgId, personId: invitedBy.id })
  if (membership === undefined) return false
  const { isOperator, disabledAt } = await getPerson(database, membership)
  const inviter = {
    actor: invitedBy,
    orgId,
    role: membership.role,
    isOperator,
    address: null,
    requestId: null,
  }
  return disabledAt === null && may(inviter, invitePersonAct, orgId) && (isOperator || !invitation.isOperator)
}
