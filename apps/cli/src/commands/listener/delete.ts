import { deleteListenerAct } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { getListener, listenerIdParameters, locateListener } from './find-listener.ts'

export const listenerDelete = defineCommand({
  path: 'listener delete',
  summary: deleteListenerAct.summary,
  parameters: listenerIdParameters,
  run: async ({ database, perform, confirm }, given) => {
    const reference = await locateListener(database, given)
    const { name } = await getListener(database, reference)
    const { orgId, listenerId } = reference
    await confirm(`Delete the listener ${listenerId}, ${JSON.stringify(name)}, of ${orgId}?`)
    const deleted = await perform(deleteListenerAct, reference)
    return { json: { ...listenerJson(deleted), deleted: true }, text: describeListener(deleted) }
  },
})
