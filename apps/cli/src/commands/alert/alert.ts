import { alertOperations, type ShownAlert } from '@signalpost/administration/alert'
import { commandsOf } from '../../command/commands-of.ts'
import { readText } from '../../terminal/read-text.ts'
import { record } from '../../terminal/table.ts'
import { withoutNulls } from '../../terminal/without-nulls.ts'

export const alertCommands = commandsOf(alertOperations, {
  text: (replay) => record(replay),
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

export function jsonOf(alert: ShownAlert): object {
  return { ...withoutNulls(alert), attempts: alert.attempts.map(withoutNulls) }
}
