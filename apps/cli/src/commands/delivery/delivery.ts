import { deliveryOperations } from '@signalpost/administration/delivery'
import { commandsOf } from '../../command/commands-of.ts'
import type { About } from '../../command/context.ts'

/** How every filter of deliveries finds its workspace. */
export const bySource = { workspaceBy: senderOf }

export const deliveryCommands = commandsOf(deliveryOperations, {
  elsewhere: ['delivery.show', 'delivery.body', 'delivery.preview', 'delivery.replay', 'delivery.discard'],
  by: {
    'delivery.list': {
      ...bySource,
      columns: {
        DELIVERY: ({ deliveryId }) => deliveryId,
        STATUS: ({ status }) => status,
        TYPE: ({ type }) => type,
        EVENT: ({ eventId }) => eventId,
        SOURCE: ({ sourceId }) => sourceId,
        RECEIVED: ({ receivedAt }) => receivedAt,
        ATTEMPTS: ({ attempts }) => attempts,
      },
    },
  },
})

/** What sends deliveries: a source, or a channel whose buttons people press. */
function senderOf({ source: id }: Record<string, unknown>): About | undefined {
  if (typeof id !== 'string') return undefined
  return { noun: id.startsWith('chn_') ? 'channel' : 'source', id, mustExist: true }
}
