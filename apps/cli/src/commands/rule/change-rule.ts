import { createRuleAct, editRuleAct, getRuleRead, mostPosition } from '@signalpost/administration/rule'
import { idSchema, nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter, workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { definitionParameters } from './definition-parameters.ts'
import { reportRule } from './describe-rule.ts'
import { clearableOptions, readDefinition } from './read-definition.ts'

export const ruleCreate = defineCommand({
  path: 'rule create',
  summary: createRuleAct.summary,
  access: createRuleAct,
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

export const ruleEdit = defineCommand({
  path: 'rule edit',
  summary: editRuleAct.summary,
  access: editRuleAct,
  parameters: {
    ruleId: required('<id>', 'the rule', idSchema),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    ...definitionParameters,
    cleared: list('--clear <option...>', `the settings to remove: ${clearableOptions.join(', ')}`, {
      schema: z.enum(clearableOptions),
    }),
    position: optional(
      '--position <n>',
      'its place in the order of evaluation, from 1',
      wholeNumber({ min: 1, max: mostPosition }),
    ),
  },
  run: async (context, { ruleId, workspace, name, position, cleared, ...given }) => {
    const { orgId, definition: before } = await context.call(getRuleRead, { ruleId, orgId: workspace })
    const definition = readDefinition(given, { before, cleared })
    const rule = await context.perform(editRuleAct, { ruleId, orgId, name, definition, position })
    return reportRule(context, rule)
  },
})
