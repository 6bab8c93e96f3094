import { performAct } from '@signalpost/administration'
import { saveSignalAct } from '@signalpost/administration/record'
import { idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const saveSignal = defineRoute({
  operationId: 'saveSignal',
  method: 'post',
  path: '/console/api/w/{orgId}/signals/{id}/save',
  role: 'member',
  summary: 'Save a signal to a list',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ listId: idSchema }),
  success: {
    status: 200,
    description: 'Since when it is in the list, and whether this request did it.',
    schema: z.object({ savedAt: instantSchema, created: z.boolean() }),
  },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId, id }, body: { listId } }) =>
    performAct(services, {
      caller,
      act: saveSignalAct,
      input: { orgId, signalId: id, collectionId: listId },
    }),
})
