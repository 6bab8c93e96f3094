import { endEscalationAct } from '@signalpost/administration/escalation'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeEscalation } from './describe-escalation.ts'

export const escalationEnd = defineCommand({
  path: 'escalation end',
  summary: 'End an escalation now, for all signals.',
  parameters: { escalationId: required('<id>', 'the escalation'), workspace: workspaceOfIdParameter },
  run: async ({ perform }, { escalationId, workspace }) => {
    const escalation = await perform(endEscalationAct, { escalationId, orgId: workspace })
    return { json: escalation, text: describeEscalation(escalation) }
  },
})
