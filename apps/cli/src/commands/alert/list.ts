import { type Alert, listAlertPage } from '@signalpost/database/dispatches'
import { defineCommand } from '../../command/define-command.ts'
import { cursorParameter, readCursor } from '../../parameters/cursor.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { withDefault } from '../../parameters/parameter.ts'
import { instantAt } from '../../parameters/times.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { readRemotePage } from '../../remote/read-remote-page.ts'
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
    cursor: cursorParameter,
  },
  run: async (context, { workspace, limit, cursor, ...given }) => {
    const { remote, terminal } = context
    const now = context.nowMs()
    const after = remote === undefined ? readCursor(cursorSchema, cursor) : undefined
    const { orgId } = await context.getWorkspace(workspace)
    const readHere = async () => {
      const filter = alertFilterOf(given, { orgId, nowMs: now })
      const page = await listAlertPage(context.database, filter, { limit, nowMs: now, after })
      return {
        items: page.items,
        nextCursor: page.nextAfter === undefined ? undefined : cursorOf(page.nextAfter),
      }
    }
    const readThere = (client: ConsoleClient) => {
      const query = { ...given, since: instantAt(given.since, now), until: instantAt(given.until, now) }
      return readRemotePage<Alert>(client, `/w/${orgId}/alerts`, { query, limit, cursor })
    }
    const { items, nextCursor } = remote === undefined ? await readHere() : await readThere(remote)
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
