import { acknowledgeSignalAct } from '@signalpost/administration/signal'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { changeSignal } from './change-signal.ts'

export const signalAcknowledge = defineCommand({
  path: 'signal acknowledge',
  summary: 'Acknowledge a signal, which ends the escalations that ask for it.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: (context, { signalId, workspace }) =>
    changeSignal(
      context,
      { signalId, workspace },
      {
        body: { acknowledged: true },
        change: (reference) => context.perform(acknowledgeSignalAct, reference),
      },
    ),
})
