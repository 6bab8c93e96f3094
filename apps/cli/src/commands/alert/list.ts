import { type Alert, listAlertPage } from '@signalpost/database/dispatches'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { readText } from '../../terminal/read-text.ts'
import { table } from '../../terminal/table.ts'
import { cursorOf, cursorSchema } from './cursor.ts'
import { alertFilterOf, alertFilterParameters } from './filter-parameters.ts'
import { showAlert } from './show-alert.ts'

function originOf({ ruleId, escalationName, round, step }: Alert): string {
  return escalationName === null ? ruleId : `${escalationName} ${round}.${step}`
}

export const alertList = defineCommand({
  path: 'alert list',
  summary: 'List the alerts for signals that matched a rule or escalated, newest first.',
  parameters: {
    ...alertFilterParameters,
    limit: withDefault('--limit <n>', 'the page size', {
      schema: wholeNumber({ min: 1, max: 1_000_000 }),
      text: '100000',
    }),
    cursor: optional('--cursor <cursor>', 'the nextCursor of the previous page', cursorSchema),
  },
  run: async ({ database, nowMs, terminal }, { workspace, limit, cursor, ...given }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const now = nowMs()
    const filter = alertFilterOf(given, { orgId, nowMs: now })
    const { items, nextAfter } = await listAlertPage(database, filter, { limit, nowMs: now, after: cursor })
    const nextCursor = nextAfter === undefined ? undefined : cursorOf(nextAfter)
    if (nextCursor !== undefined) terminal.note(`There are more. Continue with --cursor ${nextCursor}`)
    const rows = items.map((alert) => [
      alert.decidedAt,
      alert.status,
      alert.reason,
      alert.signalId,
      readText(alert.title),
      alert.ruleName ?? originOf(alert),
      alert.channelName ?? alert.channelId,
      alert.sentAt,
      alert.nextAt,
      alert.attempts.length,
    ])
    const head = [
      'DECIDED',
      'STATUS',
      'REASON',
      'SIGNAL',
      'TITLE',
      'RULE',
      'CHANNEL',
      'SENT',
      'NEXT TRY',
      'ATTEMPTS',
    ]
    return { json: { items: items.map(showAlert), nextCursor }, text: table(head, rows) }
  },
})
