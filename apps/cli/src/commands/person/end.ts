import { endPersonAct } from '@signalpost/administration/person'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personEnd = defineCommand({
  path: 'person end',
  summary: 'Remove a person from a workspace. Losing the last role ends their sessions.',
  parameters: { personId: required('<id>', 'the person'), workspace: workspaceParameter },
  run: async ({ database, perform }, { personId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const ended = await perform(endPersonAct, { orgId, personId })
    return { json: ended, text: record({ person: personId, 'left workspace': orgId }) }
  },
})
