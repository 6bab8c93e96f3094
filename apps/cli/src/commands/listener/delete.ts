import { deleteListenerAct } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { getListener, listenerIdParameters, locateListener, readRemoteListener } from './find-listener.ts'

export const listenerDelete = defineCommand({
  path: 'listener delete',
  summary: deleteListenerAct.summary,
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const { confirm, perform, remote } = context
    const reference = await locateListener(context, given)
    const before = remote && (await readRemoteListener(remote, reference))
    const { name } = before?.listener ?? (await getListener(context.database, reference))
    const { orgId, listenerId } = reference
    await confirm(`Delete the listener ${listenerId}, ${JSON.stringify(name)}, of ${orgId}?`)
    const ended = await perform(deleteListenerAct, reference)
    const deleted = before ?? ended
    return { json: { ...listenerJson(deleted), deleted: true }, text: describeListener(deleted) }
  },
})
