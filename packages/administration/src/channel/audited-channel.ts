import type { AuditedState } from '@signalpost/database/acts'
import type { StoredChannel } from '@signalpost/database/rules'

/** Settings contain addresses and names. The secrets of a channel are stored separately. */
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

export function channelTarget({ orgId, channelId }: Pick<StoredChannel, 'orgId' | 'channelId'>): {
  orgId: string
  target: { type: 'channel'; id: string }
} {
  return { orgId, target: { type: 'channel', id: channelId } }
}
