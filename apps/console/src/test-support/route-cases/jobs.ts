import { replayDeliveriesAct } from '@signalpost/administration/delivery'
import { storeEvents } from '../store-events.ts'
import type { RouteCases } from './route-case.ts'

export const jobRoutes: RouteCases = async ({ console, orgId }) => {
  const { sourceId } = await console.createSource(orgId, 'CRM')
  const ids = await storeEvents(console.pool, {
    ...{ orgId, sourceId },
    events: [{ id: 'evt_job', type: 'ping' }],
  })
  const job = await console.perform(replayDeliveriesAct, { orgId, ids })
  const ofJob = { params: { orgId, id: job?.jobId ?? '' } }
  return { getJob: ofJob, stopJob: { ...ofJob, body: {} } }
}
