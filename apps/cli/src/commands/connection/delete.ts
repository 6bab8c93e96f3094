import { deleteConnectionAct } from '@signalpost/administration/connection'
import { getConnection } from '@signalpost/database/searching'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeConnection } from './describe-connection.ts'

export const connectionDelete = defineCommand({
  path: 'connection delete',
  summary: 'Delete a connection with its credentials.',
  parameters: { connectionId: required('<id>', 'the connection'), workspace: workspaceOfIdParameter },
  run: async ({ database, perform, confirm }, { connectionId, workspace }) => {
    const connection = await getConnection(database, { connectionId, orgId: workspace })
    const { orgId, platform } = connection
    await confirm(`Delete the connection ${connectionId} of ${orgId} to ${platform}?`)
    await perform(deleteConnectionAct, { connectionId, orgId })
    return { json: { ...connection, deleted: true }, text: describeConnection(connection) }
  },
})
