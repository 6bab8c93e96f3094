import type { RouteCases } from './route-case.ts'

export const keyRoutes: RouteCases = async ({ console, orgId }) => {
  const inWorkspace = { params: { orgId } }
  const [, keyId = ''] = (await console.createKey(orgId)).split('_')
  return {
    listKeys: inWorkspace,
    createKey: { ...inWorkspace, body: { scopes: ['signals:read'] } },
    revokeKey: { params: { orgId, id: keyId } },
  }
}
