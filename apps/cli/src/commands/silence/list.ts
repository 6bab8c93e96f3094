import { listSilences } from '@signalpost/database/rules'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'
import { summariseSilence } from './describe-silence.ts'

export const silenceList = defineCommand({
  path: 'silence list',
  summary: "List a workspace's silences, including past ones, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listSilences(database, orgId)
    const rows = items.map((item) => [
      item.silenceId,
      summariseSilence(item.conditions),
      item.until,
      item.endedAt,
      item.reason,
    ])
    return { json: { items }, text: table(['SILENCE', 'MUTES', 'UNTIL', 'ENDED', 'REASON'], rows) }
  },
})
