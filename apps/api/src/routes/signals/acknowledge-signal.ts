import { acknowledgeSignalAct } from '@signalpost/administration/signal'
import { exampleSignal, idSchema, signalSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

export const acknowledgeSignal = defineWrite({
  operationId: 'acknowledgeSignal',
  act: acknowledgeSignalAct.name,
  method: 'post',
  path: '/v1/signals/{id}/acknowledge',
  scope: 'pipeline:write',
  summary: 'Acknowledge a signal',
  description:
    'Says that someone has seen a signal and deals with it, which ends the escalations that ask for it. Acknowledging it again changes nothing: the first moment stays.',
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  body: z.strictObject({}),
  bodyExample: {},
  bodyIsOptional: true,
  success: {
    status: 200,
    description: 'The signal in its present state.',
    schema: signalSchema,
    example: { ...exampleSignal, acknowledgedAt: '2026-11-20T10:00:00.000Z' },
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, params }) =>
    perform(acknowledgeSignalAct, { orgId, signalId: params.id }),
})
