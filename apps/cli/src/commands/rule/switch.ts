import { disableRuleAct, enableRuleAct } from '@signalpost/administration/rule'
import { defineSwitch } from '../../command/define-switch.ts'
import { describeRule } from './describe-rule.ts'

const rule = {
  noun: 'rule',
  inputOf: ({ id, orgId }: { id: string; orgId: string | undefined }) => ({ ruleId: id, orgId }),
  describe: describeRule,
}

export const ruleDisable = defineSwitch({
  ...rule,
  verb: 'disable',
  summary: 'Stop sending alerts for a rule until it is enabled.',
  act: disableRuleAct,
})

export const ruleEnable = defineSwitch({
  ...rule,
  verb: 'enable',
  summary: 'Resume alerts for a rule, for signals that arrive from now on.',
  act: enableRuleAct,
})
