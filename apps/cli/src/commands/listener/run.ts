import { hasFailed, runListenerAct, tryListenerRead } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { flag } from '../../parameters/parameter.ts'
import { listenerIdParameters, locateListener } from './describe-listener.ts'
import { describeRun } from './describe-run.ts'

export const listenerRun = defineCommand({
  path: 'listener run',
  summary: runListenerAct.summary,
  access: runListenerAct,
  parameters: {
    ...listenerIdParameters,
    dry: flag('--dry', 'show what a first run would keep and drop; keep nothing'),
  },
  run: async (context, { dry, ...given }) => {
    const reference = await locateListener(context, given)
    const report = await context.call(dry ? tryListenerRead : runListenerAct, reference)
    const { listenerId } = reference
    return {
      json: { listenerId, dry, ...report },
      text: describeRun(report),
      exitCode: hasFailed(report) ? 1 : 0,
    }
  },
})
