import { type Alert, listAlerts } from '@signalpost/database/dispatches'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace } from '../../parameters/get-workspace.ts'
import { readText } from '../../terminal/read-text.ts'
import { record, table } from '../../terminal/table.ts'
import { alertFilterOf, alertFilterParameters } from './filter-parameters.ts'
import { showAlert } from './show-alert.ts'

const shownAtMost = 1_000

export const alertShow = defineCommand({
  path: 'alert show',
  summary: 'Show alerts with every attempt: what was sent where, or why it was not.',
  parameters: alertFilterParameters,
  run: async ({ database, nowMs, terminal }, { workspace, ...given }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const now = nowMs()
    const filter = alertFilterOf(given, { orgId, nowMs: now })
    const alerts = await listAlerts(database, filter, { limit: shownAtMost, nowMs: now })
    if (alerts.length === 0) throw new RejectedError('not_found', 'There is no such alert.')
    if (alerts.length === shownAtMost) terminal.note('There may be more. Add filters.')
    return { json: { items: alerts.map(showAlert) }, text: alerts.map(describeAlert).join('\n\n') }
  },
})

function describeAlert(alert: Alert): string {
  const facts = record({
    signal: alert.signalId,
    title: readText(alert.title),
    rule: named(alert.ruleId, alert.ruleName),
    channel: named(alert.channelId, alert.channelName),
    status: alert.status,
    reason: alert.reason,
    decided: alert.decidedAt,
    sent: alert.sentAt,
    'next try': alert.nextAt,
  })
  if (alert.attempts.length === 0) return facts
  const rows = alert.attempts.map((one) => [
    one.at,
    one.outcome,
    one.httpStatus,
    one.code,
    one.durationMs,
    one.answer,
  ])
  return `${facts}\n${table(['ATTEMPT', 'OUTCOME', 'STATUS', 'CODE', 'MS', 'ANSWER'], rows)}`
}

function named(id: string, name: string | null): string {
  return name === null ? id : `${name} (${id})`
}
