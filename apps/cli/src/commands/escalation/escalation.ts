import { escalationOperations } from '@signalpost/administration/escalation'
import type { EscalationDefinition } from '@signalpost/domain'
import { commandsOf } from '../../command/commands-of.ts'
import { summariseConditions } from '../rule/describe-rule.ts'
import { describeEscalation } from './describe-escalation.ts'
import { stepText } from './step.ts'

export const escalationCommands = commandsOf(escalationOperations, {
  text: describeEscalation,
  by: {
    'escalation.create': 'elsewhere',
    'escalation.edit': 'elsewhere',
    'escalation.preview': 'elsewhere',
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
