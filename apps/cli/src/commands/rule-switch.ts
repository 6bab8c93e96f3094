import { setRuleEnabled } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { describeRule } from '../rule/describe-rule.ts'

export const ruleDisable = defineSwitch('disable', 'Announces nothing by a rule until it is enabled.')
export const ruleEnable = defineSwitch('enable', 'Announces by a rule again what comes from now on.')

function defineSwitch(verb: 'disable' | 'enable', summary: string) {
  return defineCommand({
    path: `rule ${verb}`,
    summary,
    parameters: { ruleId: required('<id>', 'the rule'), workspace: workspaceOfIdParameter },
    run: async ({ database }, { ruleId, workspace }) => {
      const change = { ruleId, orgId: workspace, enabled: verb === 'enable' }
      const rule = await setRuleEnabled(database, change)
      return { json: rule, text: describeRule(rule) }
    },
  })
}
