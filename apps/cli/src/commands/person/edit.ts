import { roles } from '@signalpost/administration'
import { editPersonAct, setOperatorAct } from '@signalpost/administration/person'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personEdit = defineCommand({
  path: 'person edit',
  summary: "Change a person's role in a workspace, or whether they are an operator.",
  parameters: {
    personId: required('<id>', 'the person'),
    workspace: workspaceParameter,
    role: optional('--role <role>', `the role in the workspace: ${roles.join(', ')}`, z.enum(roles)),
    operator: optional('--operator <on|off>', 'whether they see the installation', z.enum(['on', 'off'])),
  },
  run: async ({ database, perform }, { personId, workspace, role, operator }) => {
    if (role === undefined && operator === undefined) {
      throw new UsageError('--role or --operator is needed')
    }
    const { orgId } = role === undefined ? { orgId: undefined } : await getWorkspace(database, workspace)
    if (operator !== undefined) await perform(setOperatorAct, { personId, isOperator: operator === 'on' })
    if (role !== undefined && orgId !== undefined) await perform(editPersonAct, { orgId, personId, role })
    const edited = { person: personId, workspace: orgId, role, operator }
    return { json: { personId, orgId, role, operator }, text: record(edited) }
  },
})
