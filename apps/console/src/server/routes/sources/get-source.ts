import { getSource as querySource } from '@signalpost/database/access'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeSource, sourceSchema } from './source-schema.ts'

export const getSource = defineRoute({
  operationId: 'getSource',
  method: 'get',
  path: '/console/api/w/{orgId}/sources/{id}',
  role: 'viewer',
  summary: 'See one source',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The source, without its secrets.', schema: sourceSchema },
  errors: ['not_found'],
  handle: async ({ database, intakeUrl }, { params: { orgId, id } }) =>
    describeSource(await querySource(database, { sourceId: id, orgId }), intakeUrl),
})
