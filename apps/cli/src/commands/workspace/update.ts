import { updateWorkspaceAct } from '@signalpost/administration/workspace'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { onOff } from '../../parameters/on-off.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { describeWorkspace } from './list.ts'

export const workspaceUpdate = defineCommand({
  path: 'workspace update',
  summary: 'Change the given settings of a workspace and keep the rest.',
  parameters: {
    orgId: required('<org>', 'the workspace', orgIdSchema),
    name: optional('--name <text>', 'the display name', nameSchema),
    plan: optional('--plan <name>', 'the plan', nameSchema),
    accountIntelligence: optional(
      '--account-intelligence <on|off>',
      'whether the plan includes accounts',
      onOff,
    ),
    analysisAllowance: optional(
      '--analysis-allowance <n>',
      'website analyses per month',
      wholeNumber({ min: 0, max: 1_000_000_000 }),
    ),
  },
  run: async (context, { orgId, ...changes }) => {
    if (Object.values(changes).every((change) => change === undefined)) {
      throw new UsageError('nothing to change: give at least one option')
    }
    const workspace = await context.perform(updateWorkspaceAct, { orgId, ...changes })
    return { json: workspace, text: describeWorkspace(workspace) }
  },
})
