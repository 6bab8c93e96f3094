import type { Source } from '@signalpost/database/access'
import type { AuditedState } from '@signalpost/database/acts'

/** Returns what the audit log shows of a source, which is never a secret. */
export function auditedSource(source: Source): AuditedState {
  const { name, scheme, settings, toleranceSeconds, ratePerMinute, enabled } = source
  return { name, scheme, settings, toleranceSeconds, ratePerMinute, enabled }
}

/** The workspace and target of an audit row about a source. */
export function sourceTarget({ orgId, sourceId }: Source): {
  orgId: string
  target: { type: 'source'; id: string }
} {
  return { orgId, target: { type: 'source', id: sourceId } }
}
