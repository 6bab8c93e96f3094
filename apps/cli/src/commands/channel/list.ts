import { findChannel } from '@signalpost/channels'
import { listChannelQueues } from '@signalpost/database/dispatches'
import { listChannels } from '@signalpost/database/rules'
import { showUrls } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { readPages, revive } from '../../remote/call-operation.ts'
import { table } from '../../terminal/table.ts'

export const channelList = defineCommand({
  path: 'channel list',
  summary: "List a workspace's channels and their state.",
  parameters: { workspace: workspaceParameter },
  run: async (context, { workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    const items =
      context.remote === undefined
        ? await listHere(context, orgId)
        : (revive(await readPages(context.remote, `/w/${orgId}/channels`)) as Item[]) // the cast: the console answers so
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

type Item = Awaited<ReturnType<typeof listHere>>[number]

async function listHere({ database, nowMs }: CommandContext, orgId: string) {
  const channels = await listChannels(database, orgId)
  const queues = await listChannelQueues(database, { orgId, nowMs: nowMs() })
  return channels.map((channel) => {
    const { since = null, waiting = 0, nextTryAt = null } = queues.get(channel.channelId) ?? {}
    return {
      ...channel,
      settings: showUrls(findChannel(channel.kind), channel.settings),
      ...(since !== null && { since }),
      waiting,
      ...(nextTryAt !== null && { nextTryAt }),
    }
  })
}
