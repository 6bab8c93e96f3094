import { listAlertsRead, type ShownAlert } from '@signalpost/administration/alert'
import { RejectedError } from '@signalpost/domain'
import { parametersFor } from '../../command/commands-of.ts'
import { defineCommand } from '../../command/define-command.ts'
import { readText } from '../../terminal/read-text.ts'
import { attemptTable, record } from '../../terminal/table.ts'
import { jsonOf } from './alert.ts'

const shownAtMost = 1_000

const { parameters, inputOf } = parametersFor(listAlertsRead)

export const alertShow = defineCommand({
  path: 'alert show',
  summary: 'Show alerts with every attempt: what was sent where, or why it was not.',
  parameters,
  run: async (context, given) => {
    const page = { limit: shownAtMost, cursor: undefined }
    const { items } = await context.readPage(listAlertsRead, await inputOf(context, given), page)
    const alerts = items as ShownAlert[] // the cast: it lists them
    if (alerts.length === 0) throw new RejectedError('not_found', 'There is no such alert.')
    if (alerts.length === shownAtMost) context.terminal.note('There may be more. Add filters.')
    return { json: { items: alerts.map(jsonOf) }, text: alerts.map(describeAlert).join('\n\n') }
  },
})

function describeAlert(alert: ShownAlert): string {
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
  return alert.attempts.length === 0 ? facts : `${facts}\n${attemptTable(alert.attempts)}`
}

function named(id: string, name: string | null): string {
  return name === null ? id : `${name} (${id})`
}
