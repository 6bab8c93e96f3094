import { mapChannelUsersAct } from '@signalpost/administration/channel'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { list, required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { userPairSchema } from './user-pair.ts'

export const channelMapUser = defineCommand({
  path: 'channel map-user',
  summary: 'Map Slack users of a channel to users of the workspace.',
  parameters: {
    channelId: required('<id>', 'the channel'),
    pairs: list('[SLACKID=USERID...]', 'pairs of a Slack user and a user of the workspace', {
      schema: userPairSchema,
    }),
    users: list('--map-user <SLACKID=USERID...>', 'the same as the arguments', { schema: userPairSchema }),
    workspace: workspaceOfIdParameter,
  },
  run: async ({ perform }, { channelId, pairs, users, workspace }) => {
    const given = [...pairs, ...users]
    if (given.length === 0) throw new UsageError('give at least one SLACKID=USERID')
    const known = await perform(mapChannelUsersAct, { channelId, orgId: workspace, users: given })
    const rows = known.map(({ externalUserId, userId }) => [externalUserId, userId])
    return { json: { channelId, users: known }, text: table(['SLACK', 'USER'], rows) }
  },
})
