import { storeSignal } from '../store-signal.ts'
import type { RouteCases } from './route-case.ts'

export const timelineRoutes: RouteCases = async ({ console, orgId }) => {
  const id = await storeSignal(console.database, { orgId, id: 'sig_timeline' })
  return { getTimeline: { params: { orgId, id } } }
}
