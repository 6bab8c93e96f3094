import { listAssistants } from '@signalpost/database/assistants'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { describeAssistants, showAssistant } from './describe-assistant.ts'

const mostShown = 1_000

export const assistantList = defineCommand({
  path: 'assistant list',
  summary: 'List the assistants that people connected to a workspace, the newest first; at most 1,000.',
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listAssistants(database, { orgId, limit: mostShown })
    return { json: { items: items.map(showAssistant) }, text: describeAssistants(items) }
  },
})
