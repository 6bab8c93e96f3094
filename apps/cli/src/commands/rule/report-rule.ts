import { ruleWarningsRead } from '@signalpost/administration/rule'
import type { StoredRule } from '@signalpost/database/rules'
import type { CommandContext } from '../../command/context.ts'
import { describeRule } from './describe-rule.ts'

/** Shows a rule that was written, with what may keep it from alerting. */
export async function reportRule({ call, terminal }: CommandContext, rule: StoredRule) {
  const { warnings } = await call(ruleWarningsRead, { ruleId: rule.ruleId, orgId: rule.orgId })
  for (const { message } of warnings) terminal.note(message)
  return { json: { ...rule, warnings }, text: describeRule(rule) }
}
