import { createEscalationAct } from '@signalpost/administration/escalation'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { definitionParameters } from './definition-parameters.ts'
import { describeEscalation } from './describe-escalation.ts'
import { readDefinition } from './read-definition.ts'

export const escalationCreate = defineCommand({
  path: 'escalation create',
  summary: createEscalationAct.summary,
  parameters: {
    workspace: workspaceParameter,
    name: required('--name <text>', 'the display name', nameSchema),
    ...definitionParameters,
  },
  run: async ({ getWorkspace, perform }, { workspace, name, ...given }) => {
    if (given.steps.length === 0) throw new UsageError('--step is needed: give a time and a channel')
    const definition = readDefinition(given)
    const { orgId } = await getWorkspace(workspace)
    const escalation = await perform(createEscalationAct, { orgId, name, definition })
    return { json: escalation, text: describeEscalation(escalation) }
  },
})
