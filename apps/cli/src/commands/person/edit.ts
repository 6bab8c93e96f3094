import { roles } from '@signalpost/administration'
import { editPersonAct } from '@signalpost/administration/person'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personEdit = defineCommand({
  path: 'person edit',
  summary: "Change a person's role in a workspace, or their name.",
  parameters: {
    personId: required('<id>', 'the person'),
    workspace: workspaceParameter,
    role: optional('--role <role>', `the role in the workspace: ${roles.join(', ')}`, z.enum(roles)),
    name: optional('--name <name>', 'what they are called, in all of their workspaces', nameSchema),
  },
  run: async ({ database, perform }, { personId, workspace, role, name }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const edited = await perform(editPersonAct, { orgId, personId, role, name })
    return {
      json: edited,
      text: record({ person: personId, workspace: orgId, role: edited.role, name: edited.name }),
    }
  },
})
