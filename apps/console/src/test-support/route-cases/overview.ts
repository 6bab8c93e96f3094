import type { RouteCases } from './route-case.ts'

export const overviewRoutes: RouteCases = async ({ orgId }) => ({
  getOverview: { params: { orgId } },
  getFirstSteps: { params: { orgId } },
  watchWorkspace: { params: { orgId } },
})
