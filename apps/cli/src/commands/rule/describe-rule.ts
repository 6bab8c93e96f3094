import { ruleWarningsRead } from '@signalpost/administration/rule'
import type { StoredRule } from '@signalpost/database/rules'
import { wordsOfConditions } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
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

/** Conditions in words, with listeners by their ids. */
export function summariseConditions(conditions: StoredRule['definition']['conditions']): string {
  return wordsOfConditions(conditions, (id) => id)
}

/** Shows a rule that was written, with what may keep it from alerting. */
export async function reportRule({ call, terminal }: CommandContext, rule: StoredRule) {
  const { warnings } = await call(ruleWarningsRead, { ruleId: rule.ruleId, orgId: rule.orgId })
  for (const { message } of warnings) terminal.note(message)
  return { json: { ...rule, warnings }, text: describeRule(rule) }
}
