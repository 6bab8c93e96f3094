import { disableChannelAct, enableChannelAct } from '@signalpost/administration'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeChannel } from './describe-channel.ts'

export const channelDisable = defineSwitch({
  verb: 'disable',
  summary: 'Send nothing through a channel until it is enabled.',
  act: disableChannelAct,
})

export const channelEnable = defineSwitch({
  verb: 'enable',
  summary: 'Send new alerts through a channel again. Use alert replay for those it missed.',
  act: enableChannelAct,
})

type Switch = { verb: string; summary: string; act: typeof enableChannelAct }

function defineSwitch({ verb, summary, act }: Switch) {
  return defineCommand({
    path: `channel ${verb}`,
    summary,
    parameters: { channelId: required('<id>', 'the channel'), workspace: workspaceOfIdParameter },
    run: async ({ perform }, { channelId, workspace }) => {
      const channel = await perform(act, { channelId, orgId: workspace })
      return { json: channel, text: describeChannel(channel) }
    },
  })
}
