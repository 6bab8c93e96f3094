import { revokeAssistantAct } from '@signalpost/administration/assistant'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeAssistants, showAssistant } from './describe-assistant.ts'

export const assistantRevoke = defineCommand({
  path: 'assistant revoke',
  summary: 'End an assistant. Every process refuses it within 5 s.',
  parameters: {
    assistantId: required('<assistant-id>', 'the id of the assistant'),
    workspace: workspaceOfIdParameter,
  },
  run: async ({ perform }, { assistantId, workspace }) => {
    const assistant = await perform(revokeAssistantAct, { assistantId, orgId: workspace })
    return { json: showAssistant(assistant), text: describeAssistants([assistant]) }
  },
})
