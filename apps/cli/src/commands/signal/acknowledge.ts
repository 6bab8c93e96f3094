import { acknowledgeSignalAct } from '@signalpost/administration/signal'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeSignal } from './describe-signal.ts'

export const signalAcknowledge = defineCommand({
  path: 'signal acknowledge',
  summary: 'Acknowledge a signal, which ends the escalations that ask for it.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: async ({ database, perform }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const signal = await perform(acknowledgeSignalAct, { orgId, signalId })
    return { json: signal, text: describeSignal(signal) }
  },
})
