import { keepDemoRecords } from '@signalpost/database/demo'
import type { RouteCases } from './route-case.ts'

export const overviewRoutes: RouteCases = async ({ console, orgId }) => {
  const withDemo = async () => {
    const records = [{ kind: 'deal' as const, id: 'deal_of_demo' }]
    await console.database
      .transaction()
      .execute((transaction) => keepDemoRecords(transaction, { orgId, records }))
    return { params: { orgId }, body: {} }
  }
  return {
    getOverview: { params: { orgId } },
    getOverviewHours: { params: { orgId } },
    getFirstSteps: { params: { orgId } },
    getDemo: { params: { orgId } },
    removeDemo: { ...(await withDemo()), fresh: withDemo },
    watchWorkspace: { params: { orgId } },
  }
}
