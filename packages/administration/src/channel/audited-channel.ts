import { findChannel } from '@signalpost/channels'
import type { AuditedState } from '@signalpost/database/acts'
import type { StoredChannel } from '@signalpost/database/rules'
import { showUrls } from '@signalpost/domain'

/** Returns a channel as people see it: without the URLs that are secrets. */
export function shownChannel(channel: StoredChannel): StoredChannel {
  return { ...channel, settings: showUrls(findChannel(channel.kind), channel.settings) }
}

/** Returns what the audit log shows of a channel. Its settings hold addresses and names; its secrets are not among them. */
export function auditedChannel({
  kind,
  name,
  settings,
  state,
  reason,
  pausedUntil,
}: StoredChannel): AuditedState {
  return { kind, name, settings: showUrls(findChannel(kind), settings), state, reason, pausedUntil }
}

/** The workspace and target of an audit row about a channel. */
export function channelTarget({ orgId, channelId }: Pick<StoredChannel, 'orgId' | 'channelId'>): {
  orgId: string
  target: { type: 'channel'; id: string }
} {
  return { orgId, target: { type: 'channel', id: channelId } }
}
