import type { AuditedState } from '@signalpost/database/acts'
import type { Deal } from '@signalpost/domain'

/** Returns what the audit log shows of a deal. */
export function auditedDeal({ name, stage, value, accountKey, signalId, ownerId }: Deal): AuditedState {
  return { name, stage, value, accountKey, signalId, ownerId }
}
