import { roles } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import {
  endLoginLinks,
  endSessions,
  findMembership,
  type Invitation,
  setMembership,
  setOperator,
  takeUpInvitation,
} from '@signalpost/database/people'

/**
 * Gives a person the roles of their invitations; keeps a higher role. Ends other sessions and links, so an earlier
 * holder of the address gains nothing.
 */
export async function takeUpInvitations(
  transaction: DatabaseTransaction,
  { personId, invitations, nowMs }: { personId: string; invitations: readonly Invitation[]; nowMs: number },
): Promise<void> {
  for (const { invitationId, orgId, role, isOperator } of invitations) {
    const present = await findMembership(transaction, { orgId, personId })
    if (present === undefined || roles.indexOf(present.role) < roles.indexOf(role)) {
      await setMembership(transaction, { orgId, personId, role, nowMs })
    }
    if (isOperator) await setOperator(transaction, { personId, isOperator: true })
    await takeUpInvitation(transaction, { invitationId, personId, nowMs })
  }
  if (invitations.length === 0) return
  await endSessions(transaction, { personId })
  await endLoginLinks(transaction, { personId, nowMs })
}
