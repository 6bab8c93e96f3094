import { assignSignalAct } from '@signalpost/administration/record'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeSignal } from './describe-signal.ts'

export const signalAssign = defineCommand({
  path: 'signal assign',
  summary: 'Assign a signal to a user, or to no one.',
  parameters: {
    signalId: required('<id>', 'the signal', idSchema),
    to: required('--to <user>', 'the user; none unassigns it', idSchema),
    workspace: workspaceParameter,
  },
  run: async ({ database, perform }, { signalId, to, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const userId = to === 'none' ? null : to
    const signal = await perform(assignSignalAct, { orgId, signalId, userId })
    return { json: signal, text: describeSignal(signal) }
  },
})
