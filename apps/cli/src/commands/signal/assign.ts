import { assignSignalAct } from '@signalpost/administration/record'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { changeSignal } from './change-signal.ts'

export const signalAssign = defineCommand({
  path: 'signal assign',
  summary: 'Assign a signal to a user, or to no one.',
  parameters: {
    signalId: required('<id>', 'the signal', idSchema),
    to: required('--to <user>', 'the user; none unassigns it', idSchema),
    workspace: workspaceParameter,
  },
  run: async (context, { signalId, to, workspace }) => {
    const userId = to === 'none' ? null : to
    return changeSignal(
      context,
      { signalId, workspace },
      {
        body: { assignedTo: userId },
        change: (reference) => context.perform(assignSignalAct, { ...reference, userId }),
      },
    )
  },
})
