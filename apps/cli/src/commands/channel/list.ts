import { findChannel } from '@signalpost/channels'
import { listChannelQueues } from '@signalpost/database/dispatches'
import { listChannels } from '@signalpost/database/rules'
import { showUrls } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const channelList = defineCommand({
  path: 'channel list',
  summary: "List a workspace's channels and their state.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database, nowMs }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const channels = await listChannels(database, orgId)
    const queues = await listChannelQueues(database, { orgId, nowMs: nowMs() })
    const items = channels.map((channel) => {
      const { since = null, waiting = 0, nextTryAt = null } = queues.get(channel.channelId) ?? {}
      return {
        ...channel,
        settings: showUrls(findChannel(channel.kind), channel.settings),
        ...(since !== null && { since }),
        waiting,
        ...(nextTryAt !== null && { nextTryAt }),
      }
    })
    const rows = items.map((item) => [
      item.channelId,
      item.kind,
      item.name,
      item.state,
      item.reason,
      item.since,
      item.pausedUntil,
      item.waiting,
      item.nextTryAt,
    ])
    const head = [
      'CHANNEL',
      'KIND',
      'NAME',
      'STATE',
      'REASON',
      'SINCE',
      'PAUSED UNTIL',
      'WAITING',
      'NEXT TRY',
    ]
    return { json: { items }, text: table(head, rows) }
  },
})
