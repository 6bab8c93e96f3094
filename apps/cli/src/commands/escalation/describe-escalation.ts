import type { StoredEscalation } from '@signalpost/database/rules'
import { record } from '../../terminal/table.ts'
import { summariseConditions } from '../rule/describe-rule.ts'
import { stepText } from './step.ts'

export function describeEscalation({ definition, ...escalation }: StoredEscalation): string {
  const { conditions, unless, steps, hours, timeZone, holidays, repeat } = definition
  return record({
    escalation: escalation.escalationId,
    name: escalation.name,
    escalates: summariseConditions(conditions),
    unless: unless.join(', '),
    steps: steps.map(stepText).join(' '),
    hours: hours === null ? undefined : `${hours} ${timeZone}`,
    // An escalation stored by an older version has none.
    holidays: holidays?.join(', ') || undefined,
    'more rounds': repeat,
    ended: escalation.endedAt,
  })
}
