import type { RouteCases } from './route-case.ts'

export const auditRoutes: RouteCases = async ({ orgId }) => ({
  listActs: {},
  exportAudit: { params: { orgId } },
})
