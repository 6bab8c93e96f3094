import type { AuditedState } from '@signalpost/database/acts'
import type { StoredRule } from '@signalpost/database/rules'

/** Returns what the audit log shows of a rule. */
export function auditedRule({ name, position, enabled, definition }: StoredRule): AuditedState {
  return { name, position, enabled, definition }
}

/** The workspace and target of an audit row about a rule. */
export function ruleTarget({ orgId, ruleId }: StoredRule): {
  orgId: string
  target: { type: 'rule'; id: string }
} {
  return { orgId, target: { type: 'rule', id: ruleId } }
}
