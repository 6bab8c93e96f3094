import { invitePersonAct, roles } from '@signalpost/administration'
import { addressSchema } from '@signalpost/channels'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personInvite = defineCommand({
  path: 'person invite',
  summary: 'Invite an address into a workspace, by mail where SMTP is configured. Works once, within 7 days.',
  parameters: {
    workspace: workspaceParameter,
    email: required('--email <address>', 'whom', addressSchema),
    role: required('--role <role>', `what they may do: ${roles.join(', ')}`, z.enum(roles)),
    operator: flag('--operator', 'they also see the installation'),
  },
  run: async ({ database, perform, sendLetter, terminal }, { workspace, email, role, operator }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const invited = await perform(invitePersonAct, { orgId, email, role, isOperator: operator })
    const how = sendLetter === undefined ? 'Hand the link to the person' : 'The invitation was mailed'
    terminal.note(`${how}. Anyone who has the link can use it.`)
    return {
      json: invited,
      text: record({
        invitation: invited.invitationId,
        email: invited.email,
        role,
        url: invited.url,
        expires: invited.expiresAt,
      }),
    }
  },
})
