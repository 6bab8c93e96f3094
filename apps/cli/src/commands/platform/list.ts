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
    const rows = items.map((item) => [
      item.platform,
      item.beta ? `${item.title} (beta)` : item.title,
      item.access,
      item.ready,
      item.ranLive,
    ])
    const lacking = Map.groupBy(
      items.filter(({ missing }) => missing !== undefined),
      ({ missing }) => missing,
    )
    const lines = Array.from(
      lacking,
      ([missing, lack]) => `${lack.map(({ title }) => title).join(', ')}:\n  ${missing}`,
    )
    const parts = [table(['PLATFORM', 'NAME', 'ACCESS', 'READY', 'RAN LIVE'], rows), ...lines]
    return { json: { items }, text: parts.join('\n\n') }
  },
})
