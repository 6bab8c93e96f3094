import { performAct } from '@signalpost/administration'
import { endSourceSecretAct } from '@signalpost/administration/source'
import { idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const endSecret = defineRoute({
  operationId: 'endSecret',
  method: 'post',
  path: '/console/api/w/{orgId}/sources/{id}/secrets/{secretId}/end',
  role: 'admin',
  summary: 'Revoke a secret of a source, now or at a given moment',
  params: recordParams.extend({ secretId: idSchema }),
  query: noQuery,
  body: z.strictObject({
    at: instantSchema.optional().meta({ description: 'When it ends. Without it, at once.' }),
  }),
  success: {
    status: 200,
    description: 'When the secret ends. Every intake refuses it within 5 s of that.',
    schema: z.object({ sourceId: z.string(), secretId: z.string(), endsAt: z.iso.datetime() }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id, secretId }, body: { at } }) => {
    const input = { orgId, sourceId: id, secretId, at: at === undefined ? undefined : new Date(at) }
    const ended = await performAct(services, { caller, act: endSourceSecretAct, input })
    return { ...ended, endsAt: ended.endsAt.toISOString() }
  },
})
