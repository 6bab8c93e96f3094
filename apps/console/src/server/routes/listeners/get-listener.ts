import { readListener } from '@signalpost/administration/listener'
import { readListenerYields } from '@signalpost/database/records'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeFound, describeOwn, foundSchema, ownSchema } from './listener-schema.ts'

export const getListener = defineRoute({
  operationId: 'getListener',
  method: 'get',
  path: '/console/api/w/{orgId}/listeners/{id}',
  role: 'viewer',
  summary: 'Show a listener and what it found',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The listener.',
    schema: foundSchema.extend({
      own: ownSchema.nullable().meta({ description: 'Null for a listener of an outside sender.' }),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: listenerId } }) => {
    const { listener, own } = await readListener(database, { orgId, listenerId })
    const yields = await readListenerYields(database, { orgId, listenerIds: [listenerId] })
    return {
      ...describeFound(listener, yields.get(listenerId)),
      own: own === undefined ? null : describeOwn(own),
    }
  },
})
