import type { InboxDelivery } from '@signalpost/domain'
import { inbox } from '../../inbox/inbox.ts'
import type { StartRigs } from '../channel-rig.ts'

/** In place of the store: it keeps what is delivered. */
export const startInboxRigs: StartRigs = async (connect) => {
  const deliveries: InboxDelivery[] = []
  const services = connect({
    deliverToInbox: async (delivery) => {
      deliveries.push(delivery)
    },
  })
  const away = connect({ deliverToInbox: () => Promise.reject(new Error('The store is away.')) })
  const without = connect()
  const rig = {
    ...{ name: 'inbox', channel: inbox, services, settings: {}, secrets: {} },
    unreachable: [{ services: away }, { services: without }],
    arrivals: () =>
      deliveries.map((delivery) => ({
        shown: textsOf(delivery.message).join('\n'),
        repeatable: JSON.parse(JSON.stringify(delivery)),
      })),
    reset: () => {
      deliveries.length = 0
    },
    rows: [
      {
        ...{ name: 'a store that is away', services: away, arrives: false },
        outcome: { outcome: 'retry' as const, code: 'store_unavailable' },
      },
      {
        ...{ name: 'no store', services: without, arrives: false },
        outcome: { outcome: 'retry' as const, code: 'no_store' },
      },
    ],
  }
  return { rigs: [rig], close: async () => undefined }
}

/** Returns all texts of a message. */
function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : []
}
