import type { RouteCases } from './route-case.ts'

export const installationRoutes: RouteCases = async () => ({
  getInstallation: {},
  listSchemes: {},
  listWarehouseKinds: {},
})
