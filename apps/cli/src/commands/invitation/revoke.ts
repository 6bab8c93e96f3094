import { revokeInvitationAct } from '@signalpost/administration/person'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeInvitations } from './list.ts'

export const invitationRevoke = defineCommand({
  path: 'invitation revoke',
  summary: 'End an invitation before it is used.',
  parameters: { invitationId: required('<id>', 'the invitation'), workspace: workspaceOfIdParameter },
  run: async ({ perform }, { invitationId, workspace }) => {
    const invitation = await perform(revokeInvitationAct, { invitationId, orgId: workspace })
    return { json: invitation, text: describeInvitations([invitation]) }
  },
})
