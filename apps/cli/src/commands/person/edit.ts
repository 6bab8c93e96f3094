import { roles } from '@signalpost/administration'
import { editPersonAct } from '@signalpost/administration/person'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personEdit = defineCommand({
  path: 'person edit',
  summary: "Change a person's role in a workspace.",
  parameters: {
    personId: required('<id>', 'the person'),
    workspace: workspaceParameter,
    role: required('--role <role>', `the role in the workspace: ${roles.join(', ')}`, z.enum(roles)),
  },
  run: async ({ database, perform }, { personId, workspace, role }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const edited = await perform(editPersonAct, { orgId, personId, role })
    return { json: edited, text: record({ person: personId, workspace: orgId, role }) }
  },
})
