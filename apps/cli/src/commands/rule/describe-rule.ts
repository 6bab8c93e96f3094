import type { StoredRule } from '@signalpost/database/rules'
import { record } from '../../terminal/table.ts'

export function describeRule({ definition, ...rule }: StoredRule): string {
  const { channels, mode, assign, language, parts, subject } = definition
  return record({
    rule: rule.ruleId,
    name: rule.name,
    place: rule.position,
    enabled: rule.enabled,
    announces: summariseConditions(definition.conditions),
    channels: channels === 'all' ? 'all' : channels.join(' '),
    mode,
    'gives leads to': assign?.roundRobin.join(' '),
    language,
    parts: parts?.join(' '),
    subject: subject ?? undefined,
  })
}

/** Describes a rule in one line. A rule without conditions matches every signal. */
export function summariseConditions(conditions: StoredRule['definition']['conditions']): string {
  const parts = Object.entries(conditions).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join('|') : String(value)}`,
  )
  return parts.length === 0 ? 'every signal' : parts.join(', ')
}
