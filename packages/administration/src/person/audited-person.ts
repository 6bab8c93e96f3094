import type { AuditedState } from '@signalpost/database/acts'
import type { Invitation, Membership, Person } from '@signalpost/database/people'
import { auditing } from '../auditing.ts'

/** Returns what the audit log shows of a person. */
export function auditedPerson({ email, unprovenEmail, isOperator, disabledAt }: Person): AuditedState {
  return { email, ...(unprovenEmail !== null && { unprovenEmail }), isOperator, disabledAt }
}

/** Returns what the audit log shows of a membership; null without one. */
export function auditedMembership(membership: Membership | undefined): AuditedState | null {
  return membership === undefined ? null : { role: membership.role }
}

/** Adds the invitations that ended with a change of a person to what the audit log shows of it. */
export function withRevoked<Before, After>(
  { before, after }: { before: Before; after: After },
  revoked: readonly string[],
): { before: Before; after: After } {
  if (revoked.length === 0) return { before, after }
  return {
    before: { ...before, openInvitations: revoked },
    after: after && { ...after, openInvitations: [] },
  }
}

/** The target of an audit row about a person. People belong to no single workspace. */
export function personTarget(personId: string): { target: { type: 'person'; id: string } } {
  return { target: { type: 'person', id: personId } }
}

export const invitationAudit = auditing('invitation', (invitation: Invitation) => {
  const { email, role, isOperator, endsAt, usedAt, revokedAt } = invitation
  return { email, role, isOperator, endsAt, usedAt, revokedAt }
})
