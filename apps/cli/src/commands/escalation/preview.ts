import { previewStoredEscalationRead } from '@signalpost/administration/escalation'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required, withDefault } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'
import { table } from '../../terminal/table.ts'

const signalsAtMost = 100_000

export const escalationPreview = defineCommand({
  path: 'escalation preview',
  summary:
    'Show what an escalation would have done with the signals first stored since a time. Sends nothing.',
  parameters: {
    escalationId: required('<id>', 'the escalation'),
    workspace: workspaceOfIdParameter,
    since: withDefault('--since <time>', 'when the signals were first stored, ISO or relative such as 24h', {
      schema: pastMoment,
      text: '7d',
    }),
  },
  run: async ({ call, nowMs, terminal }, { escalationId, workspace, since }) => {
    const bounds = { since: new Date(since(nowMs())), signalsAtMost }
    const { items, isCut } = await call(previewStoredEscalationRead, {
      escalationId,
      orgId: workspace,
      ...bounds,
    })
    if (isCut) terminal.note(`Only the last ${signalsAtMost} signals were examined.`)
    const rows = items.map((item) => [
      item.at,
      item.signalId,
      item.round,
      item.step,
      item.channelId,
      item.decision,
      item.reason,
    ])
    const head = ['DUE', 'SIGNAL', 'ROUND', 'STEP', 'CHANNEL', 'DECISION', 'REASON']
    return { json: { items }, text: table(head, rows) }
  },
})
