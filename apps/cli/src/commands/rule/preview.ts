import { previewRule } from '@signalpost/database/dispatches'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required, withDefault } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'
import { table } from '../../terminal/table.ts'

export const rulePreview = defineCommand({
  path: 'rule preview',
  summary: 'Show what a rule would do with the signals first stored since a time. Sends nothing.',
  parameters: {
    ruleId: required('<id>', 'the rule'),
    workspace: workspaceOfIdParameter,
    since: withDefault('--since <time>', 'when the signals were first stored, ISO or relative such as 24h', {
      schema: pastMoment,
      text: '7d',
    }),
  },
  run: async ({ database, nowMs }, { ruleId, workspace, since }) => {
    const items = await previewRule(database, { ruleId, orgId: workspace, since: new Date(since(nowMs())) })
    const rows = items.map((item) => [item.signalId, item.channelId, item.decision, item.reason])
    return { json: { items }, text: table(['SIGNAL', 'CHANNEL', 'DECISION', 'REASON'], rows) }
  },
})
