import { moveRuleAct } from '@signalpost/administration/rule'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { reportRule } from './report-rule.ts'

export const ruleMove = defineCommand({
  path: 'rule move',
  summary: 'Move a rule one place up or down in the order of evaluation.',
  parameters: {
    ruleId: required('<id>', 'the rule'),
    direction: required('<direction>', 'up or down', z.enum(['up', 'down'])),
    workspace: workspaceOfIdParameter,
  },
  run: async (context, { ruleId, direction, workspace }) =>
    reportRule(context, await context.perform(moveRuleAct, { ruleId, orgId: workspace, direction })),
})
