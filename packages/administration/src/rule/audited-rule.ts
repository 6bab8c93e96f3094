import type { AuditedState } from '@signalpost/database/acts'
import type { StoredRule } from '@signalpost/database/rules'

export function auditedRule({ name, position, enabled, definition }: StoredRule): AuditedState {
  return { name, position, enabled, definition }
}

export function ruleTarget({ orgId, ruleId }: StoredRule): {
  orgId: string
  target: { type: 'rule'; id: string }
} {
  return { orgId, target: { type: 'rule', id: ruleId } }
}
