import { markSignalReadAct } from '@signalpost/administration/record'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeSignal } from './describe-signal.ts'

export const signalRead = defineCommand({
  path: 'signal read',
  summary: 'Mark a signal as read.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: async ({ database, perform }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const signal = await perform(markSignalReadAct, { orgId, signalId })
    return { json: signal, text: describeSignal(signal) }
  },
})
