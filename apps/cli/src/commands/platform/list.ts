import { listPlatforms } from '@signalpost/administration/connection'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const platformList = defineCommand({
  path: 'platform list',
  summary: 'List the platforms, how each is reached, and what a workspace lacks to search it.',
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listPlatforms(database, orgId)
    const rows = items.map((item) => [item.platform, item.title, item.access, item.ready])
    const lacking = items.flatMap(({ title, missing }) => (missing === undefined ? [] : [[title, missing]]))
    const tables = [table(['PLATFORM', 'NAME', 'ACCESS', 'READY'], rows), table(['NAME', 'MISSING'], lacking)]
    return { json: { items }, text: tables.join('\n\n') }
  },
})
