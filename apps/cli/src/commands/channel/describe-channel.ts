import type { StoredChannel } from '@signalpost/database/rules'
import { record } from '../../terminal/table.ts'

export function describeChannel(channel: StoredChannel): string {
  return record({
    channel: channel.channelId,
    kind: channel.kind,
    name: channel.name,
    state: channel.state,
    reason: channel.reason,
    ...(channel.pausedUntil !== null && { 'paused until': channel.pausedUntil }),
  })
}
