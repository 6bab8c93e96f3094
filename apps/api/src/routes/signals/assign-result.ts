import { assignSignalAct } from '@signalpost/administration/record'
import { exampleSignal, idSchema, signalSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

export const assignResult = defineWrite({
  operationId: 'assignResult',
  act: assignSignalAct.name,
  method: 'patch',
  path: '/v1/results/{id}/assign',
  scope: 'pipeline:write',
  summary: 'Assign a signal',
  description:
    "Assigns a signal to a user, or unassigns it with null; `by` is the key's member. Assigning it to its present user changes nothing: the moment and the assigner stay.",
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  body: z.strictObject({
    userId: idSchema.nullable().meta({ description: 'The user to assign; null unassigns.' }),
  }),
  bodyExample: { userId: 'usr_ada' },
  success: {
    status: 200,
    description: 'The signal in its present state.',
    schema: signalSchema,
    example: {
      ...exampleSignal,
      assignedTo: { userId: 'usr_ada', at: '2026-11-20T10:00:00.000Z', by: 'usr_grace' },
    },
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, params, body }) =>
    perform(assignSignalAct, { orgId, signalId: params.id, assignedTo: body.userId }),
})
