import { listChannels } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { getWorkspace, workspaceParameter } from '../get-workspace.ts'
import { table } from '../terminal/table.ts'

export const channelList = defineCommand({
  path: 'channel list',
  summary: 'Lists the channels of a workspace and how they do.',
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listChannels(database, orgId)
    const rows = items.map((item) => [item.channelId, item.kind, item.name, item.state, item.reason])
    return { json: { items }, text: table(['CHANNEL', 'KIND', 'NAME', 'STATE', 'REASON'], rows) }
  },
})
