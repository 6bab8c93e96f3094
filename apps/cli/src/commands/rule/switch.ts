import { disableRuleAct, enableRuleAct } from '@signalpost/administration'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeRule } from './describe-rule.ts'

export const ruleDisable = defineSwitch({
  verb: 'disable',
  summary: 'Send no alerts for a rule until it is enabled.',
  act: disableRuleAct,
})

export const ruleEnable = defineSwitch({
  verb: 'enable',
  summary: 'Send alerts for a rule again, for signals that come from now on.',
  act: enableRuleAct,
})

type Switch = { verb: string; summary: string; act: typeof enableRuleAct }

function defineSwitch({ verb, summary, act }: Switch) {
  return defineCommand({
    path: `rule ${verb}`,
    summary,
    parameters: { ruleId: required('<id>', 'the rule'), workspace: workspaceOfIdParameter },
    run: async ({ perform }, { ruleId, workspace }) => {
      const rule = await perform(act, { ruleId, orgId: workspace })
      return { json: rule, text: describeRule(rule) }
    },
  })
}
