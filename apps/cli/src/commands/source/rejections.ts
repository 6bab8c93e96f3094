import { getSource, listRejections } from '@signalpost/database/access'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const sourceRejections = defineCommand({
  path: 'source rejections',
  summary: 'Lists the last 1,000 requests that were refused as not genuine, the newest first.',
  parameters: { sourceId: required('<id>', 'the source'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { sourceId, workspace }) => {
    await getSource(database, { sourceId, orgId: workspace })
    const items = await listRejections(database, sourceId)
    const rows = items.map((item) => [item.at, item.reason, item.bytes, item.address])
    return { json: { items }, text: table(['AT', 'REASON', 'BYTES', 'ADDRESS'], rows) }
  },
})
