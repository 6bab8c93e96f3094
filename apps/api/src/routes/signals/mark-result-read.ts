import { markSignalReadAct } from '@signalpost/administration/record'
import { exampleSignal, idSchema, signalSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

export const markResultRead = defineWrite({
  operationId: 'markResultRead',
  act: markSignalReadAct.name,
  method: 'patch',
  path: '/v1/results/{id}/read',
  scope: 'pipeline:write',
  summary: 'Mark a signal as read',
  description:
    'Marks a signal as read, for the whole workspace. Marking it again changes nothing: the earliest moment stays.',
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  body: z.strictObject({}),
  bodyExample: {},
  bodyIsOptional: true,
  success: {
    status: 200,
    description: 'The signal in its present state.',
    schema: signalSchema,
    example: { ...exampleSignal, readAt: '2026-11-20T10:00:00.000Z' },
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, params }) =>
    perform(markSignalReadAct, { orgId, signalId: params.id }),
})
