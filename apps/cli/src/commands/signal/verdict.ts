import { judgeSignalAct } from '@signalpost/administration/record'
import { idSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { changeSignal } from './change-signal.ts'

export const signalVerdict = defineCommand({
  path: 'signal verdict',
  summary: 'Judge a signal good or bad, or withdraw the verdict.',
  parameters: {
    signalId: required('<id>', 'the signal', idSchema),
    verdict: required('<verdict>', 'good, bad or none', z.enum([...verdicts, 'none'])),
    workspace: workspaceParameter,
  },
  run: (context, { signalId, verdict, workspace }) =>
    changeSignal(
      context,
      { signalId, workspace },
      {
        body: { verdict },
        change: (reference) => context.perform(judgeSignalAct, { ...reference, verdict }),
      },
    ),
})
