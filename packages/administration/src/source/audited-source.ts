import type { Source } from '@signalpost/database/access'
import type { AuditedState } from '@signalpost/database/acts'

export function auditedSource(source: Source): AuditedState {
  const { name, scheme, settings, toleranceSeconds, ratePerMinute, enabled } = source
  return { name, scheme, settings, toleranceSeconds, ratePerMinute, enabled }
}

export function sourceTarget({ orgId, sourceId }: Source): {
  orgId: string
  target: { type: 'source'; id: string }
} {
  return { orgId, target: { type: 'source', id: sourceId } }
}
