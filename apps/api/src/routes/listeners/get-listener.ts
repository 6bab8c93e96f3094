import { findListener } from '@signalpost/database/records'
import { findLiveScheduler } from '@signalpost/database/searching'
import { exampleListener, idSchema, listenerSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const getListener = defineRoute({
  operationId: 'getListener',
  method: 'get',
  path: '/v1/listeners/{id}',
  scope: 'listeners:read',
  summary: 'Get one listener',
  description:
    'Returns the listener with its full configuration and the state of its scheduler, which is live for a listener that this installation runs.',
  params: z.object({ id: idSchema.meta({ description: "The listener's id.", example: exampleListener.id }) }),
  success: { status: 200, description: 'The listener.', schema: listenerSchema, example: exampleListener },
  errors: ['not_found'],
  handle: async ({ database }, { caller, params }) => {
    const reference = { orgId: caller.orgId, listenerId: params.id }
    const listener = await findListener(database, reference)
    if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
    const scheduler = (await findLiveScheduler(database, reference)) ?? listener.scheduler
    return { ...listener, scheduler }
  },
})
