import {
  groupJudgedRejections,
  type JudgedRejectionGroup,
  listJudgedRejections,
} from '@signalpost/administration/source'
import { getSource } from '@signalpost/database/access'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const sourceRejections = defineCommand({
  path: 'source rejections',
  summary: 'List the last 1,000 refused requests of a source, newest first, and what explains them.',
  parameters: { sourceId: required('<id>', 'the source'), workspace: workspaceOfIdParameter },
  run: async ({ database, nowMs }, { sourceId, workspace }) => {
    const { orgId } = await getSource(database, { sourceId, orgId: workspace })
    const [items, groups] = await Promise.all([
      listJudgedRejections(database, { sourceId, orgId }),
      groupJudgedRejections(database, { sourceId, orgId, nowMs: nowMs() }),
    ])
    const rows = items.map(({ at, bytes, address, explanation }) => [at, bytes, address, explanation])
    const list = table(['AT', 'BYTES', 'ADDRESS', 'WHY'], rows)
    const json = { items: items.map(({ explanation: _inWords, ...item }) => item) }
    return { json, text: [...groups.map(describeGroup), list].join('\n\n') }
  },
})

function describeGroup({
  explanation,
  advice,
  count,
  firstAt,
  lastAt,
  share,
  addresses,
  addressCount,
}: JudgedRejectionGroup): string {
  const others = addressCount - addresses.length
  const from = `${addresses.join(', ')}${others > 0 ? ` and ${others} others` : ''}`
  const lines = [
    `${count} × ${explanation}`,
    `  from ${firstAt.toISOString()} to ${lastAt.toISOString()}, from ${from}`,
    ...(share > 0
      ? [`  ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} % of the requests of the last 24 hours`]
      : []),
    ...(advice === null ? [] : [`  Advice for the sender: ${advice}`]),
  ]
  return lines.join('\n')
}
