import { type Invitation, listInvitations } from '@signalpost/database/people'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const invitationList = defineCommand({
  path: 'invitation list',
  summary: "List a workspace's invitations, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listInvitations(database, { orgId })
    return { json: { items }, text: describeInvitations(items) }
  },
})

export function describeInvitations(invitations: readonly Invitation[]): string {
  const rows = invitations.map(({ invitationId, email, role, endsAt, usedAt, revokedAt }) => [
    ...[invitationId, email, role, endsAt, usedAt, revokedAt],
  ])
  return table(['INVITATION', 'EMAIL', 'ROLE', 'ENDS', 'USED', 'REVOKED'], rows)
}
