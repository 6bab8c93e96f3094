import { markSignalReadAct } from '@signalpost/administration/record'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { changeSignal } from './change-signal.ts'

export const signalRead = defineCommand({
  path: 'signal read',
  summary: 'Mark a signal as read.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: (context, { signalId, workspace }) =>
    changeSignal(
      context,
      { signalId, workspace },
      {
        body: { read: true },
        change: (reference) => context.perform(markSignalReadAct, reference),
      },
    ),
})
