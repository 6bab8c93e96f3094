import { deleteSignal, eraseBodies, isSignalKnown, listWarehouses } from '@signalpost/database'
import { idSchema, RejectedError } from '@signalpost/domain'
import { defineCommand } from '../define-command.ts'
import { getWorkspace, workspaceParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { record } from '../terminal/table.ts'

export const eraseSignal = defineCommand({
  path: 'erase signal',
  summary: 'Deletes a signal and blanks the bodies of its events in the ledger. There is no way back.',
  parameters: {
    signalId: required('<id>', 'the signal', idSchema),
    workspace: workspaceParameter,
  },
  run: async ({ database, confirm, nowMs, terminal }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    await confirm(`Erase the signal ${signalId} of ${orgId} and the bodies of its events for good?`)
    const signal = { orgId, signalId, nowMs: nowMs() }
    let deletedAt = (await isSignalKnown(database, signal)) ? await deleteSignal(database, signal) : undefined
    const { requests, events } = await eraseBodies(database, signal)
    if (deletedAt === undefined && events === 0) {
      throw new RejectedError('not_found', 'There is no such signal.')
    }
    // Nothing but the ledger knew it: what is on its way through a worker must find a tombstone.
    deletedAt ??= await deleteSignal(database, signal)
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
