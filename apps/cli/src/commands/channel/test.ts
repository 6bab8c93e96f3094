import { testChannelAct } from '@signalpost/administration/channel'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const channelTest = defineCommand({
  path: 'channel test',
  summary: 'Send a test message through a channel, even a disabled one. The outcome updates its state.',
  parameters: { channelId: required('<id>', 'the channel'), workspace: workspaceOfIdParameter },
  run: async ({ perform, terminal }, { channelId, workspace }) => {
    const tested = await perform(testChannelAct, { channelId, orgId: workspace })
    const { outcome, httpStatus, code } = tested.outcome
    const { state, reason } = tested.channel
    if (state === 'disabled') {
      terminal.note(
        `The channel is disabled (${reason ?? 'no reason given'}). Run channel enable ${channelId} to send through it.`,
      )
    }
    const shown = {
      outcome,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(code !== undefined && { code }),
    }
    return {
      json: shown,
      text: record({ outcome, 'HTTP status': httpStatus, code }),
      exitCode: outcome === 'sent' ? 0 : 1,
    }
  },
})
