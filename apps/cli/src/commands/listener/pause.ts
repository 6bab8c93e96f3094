import { listenerOperations, pauseListenerAct, resumeListenerAct } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { asLeft, listenerIdParameters, locateListener } from './find-listener.ts'

export const listenerPause = defineCommand({
  path: 'listener pause',
  summary: pauseListenerAct.summary,
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const reference = await locateListener(context, given)
    const changed = await context.perform(pauseListenerAct, reference, listenerOperations)
    const paused = await asLeft(context, reference, changed)
    return { json: listenerJson(paused), text: describeListener(paused) }
  },
})

export const listenerResume = defineCommand({
  path: 'listener resume',
  summary: resumeListenerAct.summary,
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const reference = await locateListener(context, given)
    const changed = await context.perform(resumeListenerAct, reference, listenerOperations)
    const resumed = await asLeft(context, reference, changed)
    return { json: listenerJson(resumed), text: describeListener(resumed) }
  },
})
