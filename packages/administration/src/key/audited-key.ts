import type { ApiKey } from '@signalpost/database/access'
import type { AuditedState } from '@signalpost/database/acts'

export function auditedKey({ name, memberId, scopes, expiresAt, revokedAt }: ApiKey): AuditedState {
  return { name, memberId, scopes, expiresAt, revokedAt }
}

export function keyTarget({ orgId, keyId }: ApiKey): { orgId: string; target: { type: 'key'; id: string } } {
  return { orgId, target: { type: 'key', id: keyId } }
}
