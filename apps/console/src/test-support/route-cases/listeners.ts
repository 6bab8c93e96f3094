import { storeListener } from '../store-listener.ts'
import { serveWebsite } from '../surroundings/serve-website.ts'
import type { RouteCases } from './route-case.ts'

export const listenerRoutes: RouteCases = async ({ console, orgId }) => {
  await storeListener(console.database, { orgId, id: 'lsn_one' })
  const inWorkspace = { params: { orgId } }
  return {
    planListener: {
      ...inWorkspace,
      body: { companyName: 'Acme', website: await serveWebsite(), objective: 'find_customers' },
    },
  }
}
