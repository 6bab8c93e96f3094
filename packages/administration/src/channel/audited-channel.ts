import type { AuditedState } from '@signalpost/database/acts'
import type { StoredChannel } from '@signalpost/database/rules'

/** Returns what the audit log shows of a channel. Its settings hold addresses and names; its secrets are not among them. */
export function auditedChannel({
  kind,
  name,
  settings,
  state,
  reason,
  pausedUntil,
}: StoredChannel): AuditedState {
  return { kind, name, settings, state, reason, pausedUntil }
}

/** The workspace and target of an audit row about a channel. */
export function channelTarget({ orgId, channelId }: Pick<StoredChannel, 'orgId' | 'channelId'>): {
  orgId: string
  target: { type: 'channel'; id: string }
} {
  return { orgId, target: { type: 'channel', id: channelId } }
}
