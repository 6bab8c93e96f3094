import type { AuditedState } from '@signalpost/database/acts'
import type { Connection } from '@signalpost/database/searching'

/** Returns what the audit log shows of a connection: no secret. */
export function auditedConnection({ platform, baseUrl, budget }: Connection): AuditedState {
  return { platform, baseUrl, budget }
}

/** The workspace and target of an audit row about a connection. */
export function connectionTarget({ orgId, connectionId }: Connection): {
  orgId: string
  target: { type: 'connection'; id: string }
} {
  return { orgId, target: { type: 'connection', id: connectionId } }
}
