import { listNotes } from '@signalpost/database/records'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const noteList = defineCommand({
  path: 'note list',
  summary: "List the notes on a workspace's signals, accounts and deals, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listNotes(database, orgId)
    const rows = items.map(({ id, target, createdAt, createdBy, body }) => [
      id,
      target.type,
      target.id,
      createdAt,
      createdBy,
      body,
    ])
    return { json: { items }, text: table(['NOTE', 'ON', 'ID', 'WRITTEN', 'BY', 'TEXT'], rows) }
  },
})
