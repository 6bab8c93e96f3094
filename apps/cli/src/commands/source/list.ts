import { listSources, type Source } from '@signalpost/database/access'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { record, table } from '../../terminal/table.ts'

export const sourceList = defineCommand({
  path: 'source list',
  summary: "List a workspace's sources.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listSources(database, orgId)
    const rows = items.map((item) => [
      item.sourceId,
      item.name,
      item.scheme,
      item.enabled,
      item.lastDeliveryAt,
    ])
    return {
      json: { items },
      text: table(['SOURCE', 'NAME', 'SCHEME', 'ENABLED', 'LAST DELIVERY'], rows),
    }
  },
})

export function describeSource(source: Source): string {
  return record({
    source: source.sourceId,
    name: source.name,
    scheme: source.scheme,
    enabled: source.enabled,
    tolerance: `${source.toleranceSeconds} s`,
    limit: source.ratePerMinute === null ? 'none' : `${source.ratePerMinute} requests a minute`,
    'last delivery': source.lastDeliveryAt,
  })
}
