import { performAct } from '@signalpost/administration'
import { liftSuppressionAct } from '@signalpost/administration/channel'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const liftSuppression = defineRoute({
  operationId: 'liftSuppression',
  method: 'post',
  path: '/console/api/w/{orgId}/channels/{id}/lift',
  role: 'admin',
  summary: 'Send to an address again that unsubscribed or was refused',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ address: z.string().min(1).max(320) }),
  success: {
    status: 200,
    description: 'What was lifted.',
    schema: z.object({ address: z.string(), reason: z.string() }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: channelId }, body: { address } }) => {
    const input = { orgId, channelId, address }
    const lifted = await performAct(services, { caller, act: liftSuppressionAct, input })
    return { address: lifted.address, reason: lifted.reason }
  },
})
