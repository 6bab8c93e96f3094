import type { AuditedState } from '@signalpost/database/acts'
import type { Invitation, Membership, Person } from '@signalpost/database/people'

export function auditedPerson({ email, isOperator, disabledAt }: Person): AuditedState {
  return { email, isOperator, disabledAt }
}

export function auditedMembership(membership: Membership | undefined): AuditedState | null {
  return membership === undefined ? null : { role: membership.role }
}

export function personTarget(personId: string): { target: { type: 'person'; id: string } } {
  return { target: { type: 'person', id: personId } }
}

export function auditedInvitation(invitation: Invitation): AuditedState {
  const { email, role, isOperator, endsAt, usedAt, revokedAt } = invitation
  return { email, role, isOperator, endsAt, usedAt, revokedAt }
}

export function invitationTarget({ orgId, invitationId }: Invitation): {
  orgId: string
  target: { type: 'invitation'; id: string }
} {
  return { orgId, target: { type: 'invitation', id: invitationId } }
}
