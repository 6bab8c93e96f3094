import { storeEvents } from '../store-events.ts'
import type { PageCase } from './page-case.ts'

export const deliveryPages: PageCase = async ({ console, orgId, hostile, longWord }) => {
  const { sourceId } = await console.createSource(orgId, hostile)
  const [deliveryId] = await storeEvents(console.pool, {
    ...{ orgId, sourceId },
    events: [hostile, longWord, 'evt_plain'].map((id) => ({ id, type: 'ping' })),
  })
  return [
    ['Deliveries', `/w/${orgId}/deliveries`],
    [`Delivery ${deliveryId}`, `/w/${orgId}/deliveries/${deliveryId}`],
  ]
}
