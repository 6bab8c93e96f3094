import { deleteRule, getRule } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { describeRule } from '../rule/describe-rule.ts'

export const ruleDelete = defineCommand({
  path: 'rule delete',
  summary: 'Deletes a rule; what it announced is still known.',
  parameters: { ruleId: required('<id>', 'the rule'), workspace: workspaceOfIdParameter },
  run: async ({ database, confirm }, { ruleId, workspace }) => {
    const { name, orgId } = await getRule(database, { ruleId, orgId: workspace })
    await confirm(`Delete the rule ${ruleId}, ${JSON.stringify(name)}, of ${orgId}?`)
    const rule = await deleteRule(database, { ruleId, orgId })
    return { json: { ...rule, deleted: true }, text: describeRule(rule) }
  },
})
