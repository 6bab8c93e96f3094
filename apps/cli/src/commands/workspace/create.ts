import { createWorkspaceAct } from '@signalpost/administration/workspace'
import { createId } from '@signalpost/database'
import { idPrefixIn, nameSchema, orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { onOff } from '../../parameters/on-off.ts'
import { optional, required, withDefault } from '../../parameters/parameter.ts'
import { describeWorkspace } from './list.ts'

export const workspaceCreate = defineCommand({
  path: 'workspace create',
  summary: createWorkspaceAct.summary,
  parameters: {
    name: required('--name <text>', 'the display name', nameSchema),
    id: optional(
      '--id <org>',
      'the id: org_ followed by a-z, 0-9, _ (default: a generated one)',
      orgIdSchema,
    ),
    plan: withDefault('--plan <name>', 'the name of the plan, for people', {
      schema: nameSchema,
      text: 'standard',
    }),
    accountIntelligence: withDefault(
      '--account-intelligence <on|off>',
      'whether the plan includes accounts',
      {
        schema: onOff,
        text: 'off',
      },
    ),
    analysisAllowance: withDefault('--analysis-allowance <n>', 'website analyses per month', {
      schema: wholeNumber({ min: 0, max: 1_000_000_000 }),
      text: '100',
    }),
  },
  run: async ({ perform, cell }, { id, ...settings }) => {
    const orgId = id ?? createId(idPrefixIn(cell, 'org_'))
    const workspace = await perform(createWorkspaceAct, { orgId, ...settings })
    return { json: workspace, text: describeWorkspace(workspace) }
  },
})
