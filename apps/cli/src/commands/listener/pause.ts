import { pauseListenerAct, resumeListenerAct } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { listenerIdParameters, locateListener } from './find-listener.ts'

export const listenerPause = defineCommand({
  path: 'listener pause',
  summary: pauseListenerAct.summary,
  parameters: listenerIdParameters,
  run: async ({ database, perform }, given) => {
    const paused = await perform(pauseListenerAct, await locateListener(database, given))
    return { json: listenerJson(paused), text: describeListener(paused) }
  },
})

export const listenerResume = defineCommand({
  path: 'listener resume',
  summary: resumeListenerAct.summary,
  parameters: listenerIdParameters,
  run: async ({ database, perform }, given) => {
    const resumed = await perform(resumeListenerAct, await locateListener(database, given))
    return { json: listenerJson(resumed), text: describeListener(resumed) }
  },
})
