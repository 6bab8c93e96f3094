import { storeEvents } from '../store-events.ts'
import type { RouteCases } from './route-case.ts'

export const deliveryRoutes: RouteCases = async ({ console, orgId }) => {
  const { sourceId } = await console.createSource(orgId, 'CRM')
  const [deliveryId = ''] = await storeEvents(console.pool, {
    ...{ orgId, sourceId },
    events: [{ id: 'evt_1', type: 'ping' }],
  })
  const inWorkspace = { params: { orgId } }
  const ofDelivery = { params: { orgId, id: deliveryId } }
  return {
    listDeliveries: { ...inWorkspace, search: '?status=queued' },
    previewDeliveries: { ...inWorkspace, search: '?status=queued' },
    getDelivery: ofDelivery,
    getDeliveryBody: ofDelivery,
    replayDeliveries: { ...inWorkspace, body: { ids: [deliveryId] } },
    discardDeliveries: { ...inWorkspace, body: { ids: [deliveryId] } },
  }
}
