import type { AuditedState } from '@signalpost/database/acts'
import type { StoredEscalation } from '@signalpost/database/rules'

/** Returns what the audit log shows of an escalation. */
export function auditedEscalation({ name, definition, endedAt }: StoredEscalation): AuditedState {
  return { name, definition, endedAt }
}

/** The workspace and target of an audit row about an escalation. */
export function escalationTarget({ orgId, escalationId }: StoredEscalation): {
  orgId: string
  target: { type: 'escalation'; id: string }
} {
  return { orgId, target: { type: 'escalation', id: escalationId } }
}
