import { runListenerAct, tryListener } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { flag } from '../../parameters/parameter.ts'
import { describeRun } from './describe-run.ts'
import { listenerIdParameters, locateListener } from './find-listener.ts'

export const listenerRun = defineCommand({
  path: 'listener run',
  summary:
    'Run a listener now, even if it is not due, and show what it found with every point of each score.',
  parameters: {
    ...listenerIdParameters,
    dry: flag('--dry', 'show what a first run would keep and drop; keep nothing'),
  },
  run: async (context, { dry, ...given }) => {
    const reference = await locateListener(context, given)
    const report = dry
      ? await tryListener(context, reference)
      : await context.perform(runListenerAct, reference)
    const { listenerId } = reference
    return { json: { listenerId, dry, ...report }, text: describeRun(report) }
  },
})
