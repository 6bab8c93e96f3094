import { storeListener } from '../store-listener.ts'
import type { RouteCases } from './route-case.ts'

export const listenerRoutes: RouteCases = async ({ console, orgId }) => {
  const id = await storeListener(console.database, { orgId, id: 'lsn_one' })
  return { listListeners: { params: { orgId } }, getListener: { params: { orgId, id } } }
}
