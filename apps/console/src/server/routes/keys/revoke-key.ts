import { performAct } from '@signalpost/administration'
import { revokeKeyAct } from '@signalpost/administration/key'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeKey, keySchema } from './key-schema.ts'

export const revokeKey = defineRoute({
  operationId: 'revokeKey',
  method: 'delete',
  path: '/console/api/w/{orgId}/keys/{id}',
  role: 'admin',
  summary: 'Revoke an API key permanently',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The key. Every process refuses it within 5 s.', schema: keySchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id } }) => {
    const input = { orgId, keyId: id }
    return describeKey(await performAct(services, { caller, act: revokeKeyAct, input }), services.nowMs())
  },
})
