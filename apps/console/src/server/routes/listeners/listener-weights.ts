import { readWeights, weightsDocument } from '@signalpost/administration/listener'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { checkListener } from './check-listener.ts'

export const getListenerWeights = defineRoute({
  operationId: 'getListenerWeights',
  method: 'get',
  path: '/console/api/w/{orgId}/listeners/{id}/weights',
  role: 'viewer',
  summary: 'See what a listener learned from verdicts',
  params: recordParams,
  query: noQuery,
  success: { status: 200, ...weightsDocument },
  errors: ['not_found'],
  handle: async (services, { params: { orgId, id: listenerId } }) => {
    await checkListener(services.database, { orgId, listenerId })
    return weightsDocument.of(await readWeights(services, { orgId, listenerId }))
  },
})
