import type { RouteCases } from './route-case.ts'

export const overviewRoutes: RouteCases = async ({ orgId }) => {
  return {
    getOverview: { params: { orgId } },
    getOverviewHours: { params: { orgId } },
    getFirstSteps: { params: { orgId } },
    watchWorkspace: { params: { orgId } },
  }
}
