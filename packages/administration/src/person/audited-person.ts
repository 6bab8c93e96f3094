import type { AuditedState } from '@signalpost/database/acts'
import type { Invitation, Membership, Person } from '@signalpost/database/people'

/** Returns what the audit log shows of a person. */
export function auditedPerson({ email, isOperator, disabledAt }: Person): AuditedState {
  return { email, isOperator, disabledAt }
}

/** Returns what the audit log shows of a membership; null without one. */
export function auditedMembership(membership: Membership | undefined): AuditedState | null {
  return membership === undefined ? null : { role: membership.role }
}

/** The target of an audit row about a person. People belong to no single workspace. */
export function personTarget(personId: string): { target: { type: 'person'; id: string } } {
  return { target: { type: 'person', id: personId } }
}

/** Returns what the audit log shows of an invitation, which is never its token. */
export function auditedInvitation(invitation: Invitation): AuditedState {
  const { email, role, isOperator, endsAt, usedAt, revokedAt } = invitation
  return { email, role, isOperator, endsAt, usedAt, revokedAt }
}

/** The workspace and target of an audit row about an invitation. */
export function invitationTarget({ orgId, invitationId }: Invitation): {
  orgId: string
  target: { type: 'invitation'; id: string }
} {
  return { orgId, target: { type: 'invitation', id: invitationId } }
}
