import {
  createEscalationAct,
  editEscalationAct,
  getEscalationRead,
} from '@signalpost/administration/escalation'
import { idSchema, nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter, workspaceParameter } from '../../parameters/get-workspace.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { definitionParameters } from './definition-parameters.ts'
import { describeEscalation } from './describe-escalation.ts'
import { clearableOptions, readDefinition } from './read-definition.ts'

export const escalationCreate = defineCommand({
  path: 'escalation create',
  summary: createEscalationAct.summary,
  access: createEscalationAct,
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

export const escalationEdit = defineCommand({
  path: 'escalation edit',
  summary: `${editEscalationAct.summary} --step, --unless and --holiday replace all of theirs.`,
  access: editEscalationAct,
  parameters: {
    escalationId: required('<id>', 'the escalation', idSchema),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    ...definitionParameters,
    cleared: list('--clear <option...>', `the settings to remove: ${clearableOptions.join(', ')}`, {
      schema: z.enum(clearableOptions),
    }),
  },
  run: async ({ call }, { escalationId, workspace, name, cleared, ...given }) => {
    const { orgId, definition: before } = await call(getEscalationRead, { escalationId, orgId: workspace })
    const definition = readDefinition(given, { before, cleared })
    const escalation = await call(editEscalationAct, { escalationId, orgId, name, definition })
    return { json: escalation, text: describeEscalation(escalation) }
  },
})
