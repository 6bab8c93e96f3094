import { performAct } from '@signalpost/administration'
import { editSourceAct } from '@signalpost/administration/source'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeSource, sourceSchema } from './source-schema.ts'

export const editSource = defineRoute({
  operationId: 'editSource',
  method: 'post',
  path: '/console/api/w/{orgId}/sources/{id}/edit',
  role: 'admin',
  summary: 'Change the name, settings, tolerance or limit of a source',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema.optional(),
    settings: z.record(z.string(), z.string()).optional(),
    toleranceSeconds: z.int().min(1).max(3_600).optional(),
    ratePerMinute: z.int().min(1).max(1_000_000_000).nullable().optional(),
  }),
  success: { status: 200, description: 'The source. Every intake follows within 5 s.', schema: sourceSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id }, body }) => {
    const source = await performAct(services, {
      caller,
      act: editSourceAct,
      input: { orgId, sourceId: id, ...body },
    })
    return describeSource(source, services.intakeUrl)
  },
})
