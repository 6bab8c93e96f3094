import { findListener } from '@signalpost/database/records'
import { exampleListener, idSchema, listenerSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'

export const getListener = defineRoute({
  operationId: 'getListener',
  method: 'get',
  path: '/v1/listeners/{id}',
  scope: 'listeners:read',
  summary: 'Get one listener',
  description: 'Returns the listener with its full configuration and the state of its scheduler.',
  params: z.object({ id: idSchema.meta({ description: "The listener's id.", example: exampleListener.id }) }),
  query: z.object({}),
  success: { status: 200, description: 'The listener.', schema: listenerSchema, example: exampleListener },
  errors: ['not_found'],
  handle: async ({ database }, { caller, params }) => {
    const listener = await findListener(database, { orgId: caller.orgId, listenerId: params.id })
    if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
    return listener
  },
})
