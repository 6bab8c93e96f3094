import { editEscalationAct, getEscalationRead } from '@signalpost/administration/escalation'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { definitionParameters } from './definition-parameters.ts'
import { describeEscalation } from './describe-escalation.ts'
import { clearableOptions, readDefinition } from './read-definition.ts'

export const escalationEdit = defineCommand({
  path: 'escalation edit',
  summary: `${editEscalationAct.summary} --step, --unless and --holiday replace all of theirs.`,
  parameters: {
    escalationId: required('<id>', 'the escalation'),
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
