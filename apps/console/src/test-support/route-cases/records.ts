import { storeSignal } from '../store-records.ts'
import type { RouteCases } from './route-case.ts'

/** Filters of deals and accounts. */
export const recordRoutes: RouteCases = async ({ console, orgId }) => {
  await storeSignal(console.database, orgId)
  const inWorkspace = { params: { orgId } }
  return {
    listDeals: { ...inWorkspace, search: '?stage=new' },
    exportPipeline: { ...inWorkspace, search: '?stage=new&open=true' },
    listAccounts: { ...inWorkspace, search: '?region=Berlin&words=acme' },
    // As assistants link to it.
    getAccount: { params: { orgId, id: `acc_${Buffer.from('d:example.com').toString('base64url')}` } },
  }
}
