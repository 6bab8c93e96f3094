import type { AuditedState } from '@signalpost/database/acts'
import type { StoredSilence } from '@signalpost/database/rules'

/** Returns what the audit log shows of a silence. */
export function auditedSilence({ conditions, reason, until, endedAt }: StoredSilence): AuditedState {
  return { conditions, reason, until, endedAt }
}

/** The workspace and target of an audit row about a silence. */
export function silenceTarget({ orgId, silenceId }: StoredSilence): {
  orgId: string
  target: { type: 'silence'; id: string }
} {
  return { orgId, target: { type: 'silence', id: silenceId } }
}
