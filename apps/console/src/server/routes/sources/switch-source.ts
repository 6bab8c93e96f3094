import { performAct } from '@signalpost/administration'
import { disableSourceAct, enableSourceAct } from '@signalpost/administration/source'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeSource, sourceSchema } from './source-schema.ts'

export const switchSource = defineRoute({
  operationId: 'switchSource',
  method: 'patch',
  path: '/console/api/w/{orgId}/sources/{id}',
  role: 'admin',
  summary: 'Enable or disable a source',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ enabled: z.boolean() }),
  success: { status: 200, description: 'The source. Every intake follows within 5 s.', schema: sourceSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id }, body: { enabled } }) => {
    const act = enabled ? enableSourceAct : disableSourceAct
    const source = await performAct(services, { caller, act, input: { orgId, sourceId: id } })
    return describeSource(source, services.intakeUrl)
  },
})
