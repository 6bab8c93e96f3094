import type { RouteCases } from './route-case.ts'

export const sourceRoutes: RouteCases = async ({ console, orgId }) => {
  const { sourceId } = await console.createSource(orgId, 'CRM')
  const inWorkspace = { params: { orgId } }
  const ofSource = { params: { orgId, id: sourceId } }
  return {
    listRejections: inWorkspace,
    groupRejections: inWorkspace,
    listSecrets: ofSource,
    listSchemes: {},
  }
}
