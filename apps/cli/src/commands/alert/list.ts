import { listAlerts } from '@signalpost/database/dispatches'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { withDefault } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { alertFilterOf, alertFilterParameters } from './filter-parameters.ts'
import { showAlert } from './show-alert.ts'

export const alertList = defineCommand({
  path: 'alert list',
  summary: 'List the alerts for signals that matched a rule, newest first.',
  parameters: {
    ...alertFilterParameters,
    limit: withDefault('--limit <n>', 'the maximum number of alerts', {
      schema: wholeNumber({ min: 1, max: 1_000_000 }),
      text: '100000',
    }),
  },
  run: async ({ database, nowMs, terminal }, { workspace, limit, ...given }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const now = nowMs()
    const alerts = await listAlerts(database, alertFilterOf(given, { orgId, nowMs: now }), {
      limit,
      nowMs: now,
    })
    if (alerts.length === limit) terminal.note('There may be more. Add filters, or raise --limit.')
    const rows = alerts.map((alert) => [
      alert.decidedAt,
      alert.status,
      alert.reason,
      alert.signalId,
      alert.ruleId,
      alert.channelId,
      alert.sentAt,
      alert.nextAt,
      alert.attempts.length,
    ])
    const head = ['DECIDED', 'STATUS', 'REASON', 'SIGNAL', 'RULE', 'CHANNEL', 'SENT', 'NEXT TRY', 'ATTEMPTS']
    return { json: { items: alerts.map(showAlert) }, text: table(head, rows) }
  },
})
