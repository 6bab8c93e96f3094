import { type ApiKey, listApiKeys } from '@signalpost/database/access'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const keyList = defineCommand({
  path: 'key list',
  summary: "List a workspace's API keys, without their secrets.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listApiKeys(database, { orgId })
    return { json: { items }, text: describeKeys(items) }
  },
})

export function describeKeys(keys: ApiKey[]): string {
  const rows = keys.map((key) => [
    key.keyId,
    key.name,
    key.scopes.join(' '),
    key.owner?.id,
    key.createdAt,
    key.expiresAt,
    key.revokedAt,
    key.lastUsedAt,
  ])
  return table(['KEY', 'NAME', 'SCOPES', 'OWNER', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED'], rows)
}
