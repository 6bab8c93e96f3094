import { replayMessageAct } from '@signalpost/administration/message'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const messageReplay = defineCommand({
  path: 'message replay',
  summary: 'Send a message again, with the same ids, whether or not it arrived.',
  parameters: { messageId: required('<id>', 'the message'), workspace: workspaceOfIdParameter },
  run: async ({ perform }, { messageId, workspace }) => {
    const replayed = await perform(replayMessageAct, { messageId, orgId: workspace })
    return { json: replayed, text: record(replayed) }
  },
})
