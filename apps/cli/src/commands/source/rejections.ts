import { listJudgedRejections } from '@signalpost/administration'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const sourceRejections = defineCommand({
  path: 'source rejections',
  summary: 'List the last 1,000 refused requests of a source, newest first, each with its reason.',
  parameters: { sourceId: required('<id>', 'the source'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { sourceId, workspace }) => {
    const items = await listJudgedRejections(database, { sourceId, orgId: workspace })
    const rows = items.map(({ at, reason, bytes, address, finding, detail }) => {
      const explanation = finding?.replaceAll('_', ' ')
      return [at, reason, bytes, address, detail === null ? explanation : `${explanation}: ${detail}`]
    })
    const [latest] = items
    const list = table(['AT', 'REASON', 'BYTES', 'ADDRESS', 'FINDING'], rows)
    const advice = latest?.advice ?? null
    return { json: { items }, text: advice === null ? list : `${list}\n\nFor the newest: ${advice}` }
  },
})
