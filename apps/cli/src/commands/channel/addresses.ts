import { getChannel, listSuppressedAddresses } from '@signalpost/database/rules'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const channelAddresses = defineCommand({
  path: 'channel addresses',
  summary: "List a channel's suppressed addresses: unsubscribed, or permanently refused.",
  parameters: { channelId: required('<id>', 'the channel'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { channelId, workspace }) => {
    const { orgId } = await getChannel(database, { channelId, orgId: workspace })
    const items = await listSuppressedAddresses(database, { channelId, orgId })
    const rows = items.map(({ address, reason, since, until }) => [address, reason, since, until])
    return { json: { items }, text: table(['ADDRESS', 'REASON', 'SINCE', 'UNTIL'], rows) }
  },
})
