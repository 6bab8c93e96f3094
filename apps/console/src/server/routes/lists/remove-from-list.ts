import { performAct } from '@signalpost/administration'
import { removeSavedSignalAct } from '@signalpost/administration/record'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const removeFromList = defineRoute({
  operationId: 'removeFromList',
  method: 'delete',
  path: '/console/api/w/{orgId}/lists/{id}/signals/{signalId}',
  role: 'member',
  summary: 'Take a signal out of a list',
  params: recordParams.extend({ signalId: idSchema }),
  query: noQuery,
  success: {
    status: 200,
    description: 'Whether it was in the list until now.',
    schema: z.object({ removed: z.boolean() }),
  },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId, id, signalId } }) =>
    performAct(services, { caller, act: removeSavedSignalAct, input: { orgId, collectionId: id, signalId } }),
})
