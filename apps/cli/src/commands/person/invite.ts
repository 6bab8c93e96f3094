import { roles } from '@signalpost/administration'
import { invitePersonAct, opensInvitations } from '@signalpost/administration/person'
import { addressSchema } from '@signalpost/channels'
import { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personInvite = defineCommand({
  path: 'person invite',
  summary: invitePersonAct.summary,
  access: invitePersonAct,
  parameters: {
    workspace: workspaceParameter,
    email: required('--email <address>', 'the address to invite', addressSchema),
    role: required('--role <role>', `the role in the workspace: ${roles.join(', ')}`, z.enum(roles)),
    operator: flag('--operator', 'also make the person an operator of the installation'),
  },
  run: async (context, { workspace, email, role, operator }) => {
    const { getWorkspace, perform, terminal } = context
    const { orgId } = await getWorkspace(workspace)
    const invited = await perform(invitePersonAct, { orgId, email, role, operator })
    const { sendLetter, loginWays } = context.remote === undefined ? context : notesOf(invited)
    const how = sendLetter === undefined ? 'Send the link to the person' : 'The invitation was mailed'
    const isLink = opensInvitations({ loginWays })
    terminal.note(
      isLink
        ? `${how}. Anyone who has the link can use it.`
        : `${how}. They log in at the identity provider with this address.`,
    )
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

/** A console elsewhere shows the link where it mails none. */
function notesOf({ url }: { url?: string | null }): Pick<CommandContext, 'sendLetter' | 'loginWays'> {
  return { sendLetter: url == null ? async () => undefined : undefined, loginWays: ['link'] }
}
