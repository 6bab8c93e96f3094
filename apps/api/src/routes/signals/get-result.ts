import { exampleSignal, idSchema, RejectedError, signalSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const getResult = defineRoute({
  operationId: 'getResult',
  method: 'get',
  path: '/v1/results/{id}',
  scope: 'signals:read',
  summary: 'Get one signal',
  description: 'Returns the present state of the signal, whatever its age: no window of postedAt applies.',
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  success: { status: 200, description: 'The signal.', schema: signalSchema, example: exampleSignal },
  errors: ['not_found'],
  handle: async ({ readSignal }, { caller, params }) => {
    const signal = await readSignal({ orgId: caller.orgId, signalId: params.id })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return signal
  },
})
