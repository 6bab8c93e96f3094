import { roles } from '@signalpost/administration'
import { editPersonAct, personOperations, setOperatorAct } from '@signalpost/administration/person'
import { idSchema, nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { localOnly } from '../../remote/remote-error.ts'
import { record } from '../../terminal/table.ts'

export const personEdit = defineCommand({
  path: 'person edit',
  summary: editPersonAct.summary,
  access: editPersonAct,
  parameters: {
    personId: required('<id>', 'the person', idSchema),
    workspace: workspaceParameter,
    role: optional('--role <role>', `the role in the workspace: ${roles.join(', ')}`, z.enum(roles)),
    name: optional('--name <name>', 'their name, in all of their workspaces', nameSchema),
    operator: optional('--operator <on|off>', 'whether they see the installation', z.enum(['on', 'off'])),
  },
  run: async ({ getWorkspace, perform, remote }, { personId, workspace, role, name, operator }) => {
    if (role === undefined && name === undefined && operator === undefined) {
      throw new UsageError('--role, --name or --operator is needed')
    }
    // Roles alone go over HTTP.
    if (remote !== undefined && operator !== undefined) throw localOnly('person edit --operator')
    if (remote !== undefined && name !== undefined) throw localOnly('person edit --name')
    if (operator !== undefined) await perform(setOperatorAct, { personId, isOperator: operator === 'on' })
    if (role === undefined && name === undefined) {
      return { json: { personId, operator }, text: record({ person: personId, operator }) }
    }
    const { orgId } = await getWorkspace(workspace)
    const edited = await perform(editPersonAct, { orgId, personId, role, name }, personOperations)
    return {
      json: { ...edited, operator },
      text: record({ person: personId, workspace: orgId, role: edited.role, name: edited.name, operator }),
    }
  },
})
