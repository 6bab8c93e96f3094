import { liftSuppressionAct } from '@signalpost/administration/channel'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const channelLift = defineCommand({
  path: 'channel lift',
  summary: 'Lift the suppression of an address that unsubscribed from a channel or was refused.',
  parameters: {
    channelId: required('<id>', 'the channel'),
    address: required('<address>', 'the address, as channel addresses lists it'),
    workspace: workspaceOfIdParameter,
  },
  run: async ({ perform }, { channelId, address, workspace }) => {
    const lifted = await perform(liftSuppressionAct, { channelId, orgId: workspace, address })
    return { json: { channelId, ...lifted }, text: record({ channel: channelId, ...lifted }) }
  },
})
