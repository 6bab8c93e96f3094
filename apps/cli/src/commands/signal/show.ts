import { findSignal } from '@signalpost/database/records'
import { idSchema, RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { readRemoteSignal } from './change-signal.ts'
import { describeSignal } from './describe-signal.ts'

export const signalShow = defineCommand({
  path: 'signal show',
  summary: 'Show one signal as it is now.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: async (context, { signalId, workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    const signal =
      context.remote === undefined
        ? await findSignal(context.database, { orgId, signalId })
        : await readRemoteSignal(context.remote, { orgId, signalId })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return { json: signal, text: describeSignal(signal) }
  },
})
