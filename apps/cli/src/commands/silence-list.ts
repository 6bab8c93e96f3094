import { listSilences } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { getWorkspace, workspaceParameter } from '../get-workspace.ts'
import { summariseSilence } from '../rule/describe-silence.ts'
import { table } from '../terminal/table.ts'

export const silenceList = defineCommand({
  path: 'silence list',
  summary: 'Lists the silences of a workspace, also those that are over; the newest first.',
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
