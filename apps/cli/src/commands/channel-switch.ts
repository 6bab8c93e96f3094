import { setChannelEnabled } from '@signalpost/database'
import { describeChannel } from '../channel/describe-channel.ts'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'

export const channelDisable = defineSwitch('disable', 'Sends nothing through a channel until it is enabled.')
export const channelEnable = defineSwitch(
  'enable',
  'Sends through a channel again what comes from now on; alert replay sends what did not go out meanwhile.',
)

function defineSwitch(verb: 'disable' | 'enable', summary: string) {
  const enabled = verb === 'enable'
  return defineCommand({
    path: `channel ${verb}`,
    summary,
    parameters: { channelId: required('<id>', 'the channel'), workspace: workspaceOfIdParameter },
    run: async ({ database }, { channelId, workspace }) => {
      const reason = enabled ? null : 'disabled by an operator'
      const channel = await setChannelEnabled(database, { channelId, orgId: workspace, enabled, reason })
      return { json: channel, text: describeChannel(channel) }
    },
  })
}
