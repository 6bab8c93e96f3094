import { listConnections } from '@signalpost/database/searching'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'
import { budgetText } from './budget-text.ts'

export const connectionList = defineCommand({
  path: 'connection list',
  summary: "List a workspace's connections to platforms, without their secrets.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listConnections(database, orgId)
    const rows = items.map((item) => [
      item.connectionId,
      item.platform,
      item.baseUrl,
      budgetText(item.budget),
      item.createdAt,
    ])
    return {
      json: { items },
      text: table(['CONNECTION', 'PLATFORM', 'BASE URL', 'BUDGET', 'CREATED'], rows),
    }
  },
})
