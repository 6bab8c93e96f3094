import { pauseChannelAct } from '@signalpost/administration/channel'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { describeChannel } from './describe-channel.ts'

export const channelPause = defineCommand({
  path: 'channel pause',
  summary:
    'Send nothing through a channel until a given time. Messages wait; the pause survives enabling it.',
  parameters: {
    channelId: required('<id>', 'the channel'),
    workspace: workspaceOfIdParameter,
    until: required(
      '--until <time>',
      'when the pause ends, within 30 days, ISO or relative such as 2h',
      futureMoment,
    ),
  },
  run: async ({ nowMs, perform }, { channelId, workspace, until }) => {
    const input = { channelId, orgId: workspace, until: new Date(until(nowMs())) }
    const channel = await perform(pauseChannelAct, input)
    return { json: channel, text: describeChannel(channel) }
  },
})
