import { deleteRuleAct } from '@signalpost/administration/rule'
import { getRule } from '@signalpost/database/rules'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeRule } from './describe-rule.ts'

export const ruleDelete = defineCommand({
  path: 'rule delete',
  summary: 'Delete a rule. Its alerts stay in the list.',
  parameters: { ruleId: required('<id>', 'the rule'), workspace: workspaceOfIdParameter },
  run: async ({ database, confirm, perform }, { ruleId, workspace }) => {
    const { name, orgId } = await getRule(database, { ruleId, orgId: workspace })
    await confirm(`Delete the rule ${ruleId}, ${JSON.stringify(name)}, of ${orgId}?`)
    const rule = await perform(deleteRuleAct, { ruleId, orgId })
    return { json: { ...rule, deleted: true }, text: describeRule(rule) }
  },
})
