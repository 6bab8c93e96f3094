import type { StoredEscalation } from '@signalpost/database/rules'
import { record } from '../../terminal/table.ts'
import { summariseConditions } from '../rule/describe-rule.ts'
import { stepText } from './step.ts'

export function describeEscalation({ definition, ...escalation }: StoredEscalation): string {
  const { conditions, unless, steps, hours, timeZone, repeat } = definition
  return record({
    escalation: escalation.escalationId,
    name: escalation.name,
    escalates: summariseConditions(conditions),
    unless: unless.join(', '),
    steps: steps.map(stepText).join(' '),
    hours: hours === null ? undefined : `${hours} ${timeZone}`,
    'more rounds': repeat,
    ended: escalation.endedAt,
  })
}
