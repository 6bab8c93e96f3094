import { deleteListenerAct, getListenerRead } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { describeListener, listenerIdParameters, listenerJson, locateListener } from './describe-listener.ts'

export const listenerDelete = defineCommand({
  path: 'listener delete',
  summary: deleteListenerAct.summary,
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const reference = await locateListener(context, given)
    const { orgId, listenerId } = reference
    const deleted = await context.call(getListenerRead, reference)
    await context.confirm(`Delete the listener ${listenerId}, ${JSON.stringify(deleted.name)}, of ${orgId}?`)
    await context.call(deleteListenerAct, reference)
    return { json: { ...listenerJson(deleted), deleted: true }, text: describeListener(deleted) }
  },
})
