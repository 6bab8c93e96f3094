import { escalationOperations, type previewStoredEscalationRead } from '@signalpost/administration/escalation'
import type { EscalationDefinition } from '@signalpost/domain'
import type { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { withDefault } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'
import { tableOf } from '../../terminal/table.ts'
import { summariseConditions } from '../rule/describe-rule.ts'
import { describeEscalation } from './describe-escalation.ts'
import { stepText } from './step.ts'

type Step = z.output<typeof previewStoredEscalationRead.output.schema>['items'][number]

const previewColumns = {
  DUE: ({ at }: Step) => at,
  SIGNAL: ({ signalId }: Step) => signalId,
  ROUND: ({ round }: Step) => round,
  STEP: ({ step }: Step) => step,
  CHANNEL: ({ channelId }: Step) => channelId,
  DECISION: ({ decision }: Step) => decision,
  REASON: ({ reason }: Step) => reason,
}

export const escalationCommands = commandsOf(escalationOperations, {
  text: describeEscalation,
  elsewhere: ['escalation.create', 'escalation.edit', 'escalation.preview'],
  by: {
    'escalation.preview_stored': {
      path: 'escalation preview',
      parameters: {
        since: withDefault(
          '--since <time>',
          'when the signals were first stored, ISO or relative such as 24h',
          {
            schema: pastMoment,
            text: '7d',
          },
        ),
      },
      outcome: ({ terminal }, { items, cutAt }) => {
        if (cutAt !== null) terminal.note(`Only the last ${cutAt} signals were examined.`)
        return { json: { items }, text: tableOf(previewColumns, items) }
      },
    },
    'escalation.list': {
      columns: {
        ESCALATION: ({ escalationId }) => escalationId,
        NAME: ({ name }) => name,
        ESCALATES: ({ definition }) => summariseConditions(definition.conditions),
        UNLESS: ({ definition }) => definition.unless.join(', '),
        STEPS: ({ definition }) => definition.steps.map(stepText).join(' '),
        HOURS: ({ definition }) => describeHours(definition),
        ENDED: ({ endedAt }) => endedAt,
      },
    },
  },
})

/** An escalation stored by an older version has no holidays. */
function describeHours({
  hours,
  timeZone,
  holidays = [],
}: Partial<EscalationDefinition>): string | undefined {
  if (hours == null) return undefined
  const days = holidays.length === 1 ? 'holiday' : 'holidays'
  return `${hours} ${timeZone}${holidays.length === 0 ? '' : `, ${holidays.length} ${days}`}`
}
