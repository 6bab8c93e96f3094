import { type Invitation, listInvitations } from '@signalpost/database/people'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { readPages, revive } from '../../remote/call-operation.ts'
import { table } from '../../terminal/table.ts'

export const invitationList = defineCommand({
  path: 'invitation list',
  summary: "List a workspace's invitations, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async (context, { workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    // A console lists those that can still be accepted.
    const items =
      context.remote === undefined
        ? await listInvitations(context.database, { orgId })
        : (revive(await readPages(context.remote, `/w/${orgId}/invitations`)) as Invitation[]) // the cast: the console answers so
    return { json: { items }, text: describeInvitations(items) }
  },
})

export function describeInvitations(invitations: readonly Invitation[]): string {
  const rows = invitations.map(({ invitationId, email, role, endsAt, usedAt, revokedAt }) => [
    ...[invitationId, email, role, endsAt, usedAt, revokedAt],
  ])
  return table(['INVITATION', 'EMAIL', 'ROLE', 'ENDS', 'USED', 'REVOKED'], rows)
}
