import { createRuleAct, mostPosition } from '@signalpost/administration/rule'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { definitionParameters } from './definition-parameters.ts'
import { readDefinition } from './read-definition.ts'
import { reportRule } from './report-rule.ts'

export const ruleCreate = defineCommand({
  path: 'rule create',
  summary: createRuleAct.summary,
  parameters: {
    workspace: workspaceParameter,
    name: required('--name <text>', 'the display name', nameSchema),
    ...definitionParameters,
    position: optional(
      '--position <n>',
      'its place in the order of evaluation, from 1 (default: the last)',
      wholeNumber({ min: 1, max: mostPosition }),
    ),
  },
  run: async (context, { workspace, name, position, ...given }) => {
    if (given.channels.length === 0) throw new UsageError('--channel is needed: give ids of channels, or all')
    const definition = readDefinition(given)
    const { orgId } = await context.getWorkspace(workspace)
    return reportRule(context, await context.perform(createRuleAct, { orgId, name, definition, position }))
  },
})
