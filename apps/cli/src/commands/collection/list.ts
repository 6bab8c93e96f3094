import { listCollections } from '@signalpost/database/records'
import type { Collection } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { readPages } from '../../remote/call-operation.ts'
import { table } from '../../terminal/table.ts'

export const collectionList = defineCommand({
  path: 'collection list',
  summary: "List a workspace's collections, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async (context, { workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    const items =
      context.remote === undefined
        ? await listCollections(context.database, orgId)
        : ((await readPages(context.remote, `/w/${orgId}/lists`)) as Collection[]) // the cast: the console answers so
    const rows = items.map(({ id, name, description, createdAt }) => [id, name, description, createdAt])
    return { json: { items }, text: table(['LIST', 'NAME', 'DESCRIPTION', 'CREATED'], rows) }
  },
})
