import { listSourceSecrets } from '@signalpost/database/access'
import type { RouteCases } from './route-case.ts'

export const sourceRoutes: RouteCases = async ({ console, orgId }) => {
  const { sourceId } = await console.createSource(orgId, 'CRM')
  const { secrets } = await listSourceSecrets(console.database, { sourceId })
  const inWorkspace = { params: { orgId } }
  const ofSource = { params: { orgId, id: sourceId } }
  return {
    listRejections: inWorkspace,
    groupRejections: inWorkspace,
    editSource: { ...ofSource, body: { name: 'Renamed' } },
    listSecrets: ofSource,
    endSecret: {
      params: { ...ofSource.params, secretId: secrets[0]?.secretId ?? '' },
      body: { at: '2099-01-01T00:00:00.000Z' },
    },
    listSources: inWorkspace,
    getSource: ofSource,
    createSource: { ...inWorkspace, body: { name: 'Another' } },
    rotateSource: { ...ofSource, body: { overlapSeconds: 60 } },
    switchSource: { ...ofSource, body: { enabled: true } },
    listSchemes: {},
  }
}
