import { silenceOperations } from '@signalpost/administration/silence'
import type { StoredSilence } from '@signalpost/database/rules'
import { accountKeySchema, freeText, idSchema, instantOf } from '@signalpost/domain'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { UsageError } from '../../command/usage-error.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'

export const silenceCommands = commandsOf(silenceOperations, {
  text: describeSilence,
  elsewhere: ['silence.preview'],
  by: {
    'silence.create': withParameters(
      {
        until: required(
          '--until <time>',
          'when the silence ends, ISO or relative such as 2h; more than 24h takes an admin',
          futureMoment,
        ),
        account: optional('--account <key>', 'only alerts for signals of this account', accountKeySchema),
        listener: optional('--listener <id>', 'only alerts for signals of this listener', idSchema),
        rule: optional('--rule <id>', 'only alerts by this rule', idSchema),
        reason: optional('--reason <text>', 'the reason, for people', freeText({ min: 1, max: 500 })),
      },
      ({ until, account, listener, rule, reason }, { nowMs }) => {
        const untilMs = until(nowMs())
        if (untilMs <= nowMs()) throw new UsageError('--until: expected a time in the future')
        const conditions = { accountKey: account, listenerId: listener, ruleId: rule }
        return { conditions, reason, until: instantOf(untilMs) }
      },
    ),
    'silence.list': {
      columns: {
        SILENCE: ({ silenceId }) => silenceId,
        MUTES: ({ conditions }) => summariseSilence(conditions),
        UNTIL: ({ until }) => until,
        ENDED: ({ endedAt }) => endedAt,
        REASON: ({ reason }) => reason,
      },
    },
  },
})

export function describeSilence(silence: StoredSilence): string {
  return record({
    silence: silence.silenceId,
    mutes: summariseSilence(silence.conditions),
    until: silence.until,
    ended: silence.endedAt,
    reason: silence.reason,
  })
}

/** Describes a silence in one line. */
export function summariseSilence(conditions: StoredSilence['conditions']): string {
  const parts = Object.entries(conditions).map(([name, value]) => `${name} ${String(value)}`)
  return parts.length === 0 ? 'everything' : parts.join(', ')
}
