import { findListener, readListenerYields } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'
import { defineRoute } from '../../http/define-route.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeFound, foundSchema } from './listener-schema.ts'

export const getListener = defineRoute({
  operationId: 'getListener',
  method: 'get',
  path: '/console/api/w/{orgId}/listeners/{id}',
  role: 'viewer',
  summary: 'Show a listener and what it found',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The listener.', schema: foundSchema },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: listenerId } }) => {
    const listener = await findListener(database, { orgId, listenerId })
    if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
    const yields = await readListenerYields(database, { orgId, listenerIds: [listenerId] })
    return describeFound(listener, yields.get(listenerId))
  },
})
