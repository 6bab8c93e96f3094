import type { ApiKey } from '@signalpost/database/access'
import type { AuditedState } from '@signalpost/database/acts'

/** Returns what the audit log shows of a key, which is never its secret. */
export function auditedKey({ name, memberId, scopes, expiresAt, revokedAt }: ApiKey): AuditedState {
  return { name, memberId, scopes, expiresAt, revokedAt }
}

/** The workspace and target of an audit row about a key. */
export function keyTarget({ orgId, keyId }: ApiKey): { orgId: string; target: { type: 'key'; id: string } } {
  return { orgId, target: { type: 'key', id: keyId } }
}
