import type { AuditedState } from '@signalpost/database/acts'
import type { StoredSilence } from '@signalpost/database/rules'

export function auditedSilence({ conditions, reason, until, endedAt }: StoredSilence): AuditedState {
  return { conditions, reason, until, endedAt }
}

export function silenceTarget({ orgId, silenceId }: StoredSilence): {
  orgId: string
  target: { type: 'silence'; id: string }
} {
  return { orgId, target: { type: 'silence', id: silenceId } }
}
