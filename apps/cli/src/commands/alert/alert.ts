import { alertOperations, listAlertsRead, type ShownAlert } from '@signalpost/administration/alert'
import { RejectedError } from '@signalpost/domain'
import { commandsOf, parametersFor } from '../../command/commands-of.ts'
import { defineCommand } from '../../command/define-command.ts'
import { readText } from '../../terminal/read-text.ts'
import { attemptTable, record } from '../../terminal/table.ts'
import { withoutNulls } from '../../terminal/without-nulls.ts'

export const alertCommands = commandsOf(alertOperations, {
  text: ({ matched, replayed }) => record({ matched, replayed }),
  json: ({ matched, replayed }) => ({ matched, replayed }),
  by: {
    'alert.list': {
      limit: { usual: 100_000, most: 1_000_000 },
      item: jsonOf,
      columns: {
        DECIDED: ({ decidedAt }) => decidedAt,
        STATUS: ({ status }) => status,
        REASON: ({ reason }) => reason,
        SIGNAL: ({ signalId }) => signalId,
        TITLE: ({ title }) => readText(title),
        RULE: ({ ruleName, ruleId, escalationName, round, step }) =>
          ruleName ?? (escalationName === null ? ruleId : `${escalationName} ${round}.${step}`),
        CHANNEL: ({ channelName, channelId }) => channelName ?? channelId,
        SENT: ({ sentAt }) => sentAt,
        'NEXT TRY': ({ nextAt }) => nextAt,
        ATTEMPTS: ({ attempts }) => attempts.length,
      },
    },
    'alert.replay': {
      confirm: async ({ confirm }, { orgId, ...filters }) => {
        if (Object.values(filters).some((one) => one !== undefined)) return
        await confirm(`Send every alert of ${orgId} that did not go out, whatever its age and reason?`)
      },
    },
  },
})

/** Leaves out what the contract lets be absent; any other unknown member is null. */
export function jsonOf({ reason, sentAt, ...alert }: ShownAlert): object {
  return { ...alert, ...withoutNulls({ reason, sentAt }), attempts: alert.attempts.map(withoutNulls) }
}

const shownAtMost = 1_000

const { parameters, inputOf } = parametersFor(listAlertsRead)

export const alertShow = defineCommand({
  path: 'alert show',
  access: listAlertsRead,
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
