import { eraseSignalAct } from '@signalpost/administration/signal'
import { listWarehouses } from '@signalpost/database/warehouses'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const eraseSignal = defineCommand({
  path: 'erase signal',
  summary: 'Delete a signal and blank the bodies of its events in the ledger. This cannot be undone.',
  parameters: {
    signalId: required('<id>', 'the signal', idSchema),
    workspace: workspaceParameter,
  },
  run: async ({ database, perform, confirm, terminal }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    await confirm(`Erase the signal ${signalId} of ${orgId} and the bodies of its events permanently?`)
    const { deletedAt, requests, events } = await perform(eraseSignalAct, { orgId, signalId })
    if ((await listWarehouses(database, orgId)).length > 0) {
      terminal.note(
        `The warehouses of ${orgId} hold it until their next sync, which leaves only a tombstone.`,
      )
    }
    return {
      json: { orgId, signalId, deletedAt, requests, events },
      text: record({ signal: signalId, deleted: deletedAt, 'requests blanked': requests, events }),
    }
  },
})
