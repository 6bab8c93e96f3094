import { listCollections } from '@signalpost/database/records'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const collectionList = defineCommand({
  path: 'collection list',
  summary: "List a workspace's collections, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listCollections(database, orgId)
    const rows = items.map(({ id, name, description, createdAt }) => [id, name, description, createdAt])
    return { json: { items }, text: table(['LIST', 'NAME', 'DESCRIPTION', 'CREATED'], rows) }
  },
})
