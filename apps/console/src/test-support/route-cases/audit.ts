import type { RouteCases } from './route-case.ts'

export const auditRoutes: RouteCases = async ({ orgId }) => ({
  listAudit: { params: { orgId }, search: '?act=source.create' },
  listActs: {},
  exportAudit: { params: { orgId } },
})
