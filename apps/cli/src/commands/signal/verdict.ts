import { judgeSignalAct } from '@signalpost/administration/record'
import { idSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeSignal } from './describe-signal.ts'

export const signalVerdict = defineCommand({
  path: 'signal verdict',
  summary: 'Judge a signal good or bad, or withdraw the verdict.',
  parameters: {
    signalId: required('<id>', 'the signal', idSchema),
    verdict: required('<verdict>', 'good, bad or none', z.enum([...verdicts, 'none'])),
    workspace: workspaceParameter,
  },
  run: async ({ database, perform }, { signalId, verdict, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const signal = await perform(judgeSignalAct, { orgId, signalId, verdict })
    return { json: signal, text: describeSignal(signal) }
  },
})
