import { judgeSignalAct } from '@signalpost/administration/record'
import { exampleSignal, idSchema, signalSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

export const judgeResult = defineWrite({
  operationId: 'judgeResult',
  act: judgeSignalAct.name,
  method: 'patch',
  path: '/v1/results/{id}/feedback',
  scope: 'pipeline:write',
  summary: 'Judge a signal',
  description:
    'Says whether a signal is good or bad, or withdraws the verdict with null. Giving the present verdict again changes nothing: its moment stays.',
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  body: z.strictObject({
    verdict: z.enum(verdicts).nullable().meta({ description: 'The verdict; null withdraws it.' }),
  }),
  bodyExample: { verdict: 'good' },
  success: {
    status: 200,
    description: 'The signal in its present state.',
    schema: signalSchema,
    example: { ...exampleSignal, feedback: { verdict: 'good', at: '2026-11-20T10:00:00.000Z' } },
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, params, body }) =>
    perform(judgeSignalAct, { orgId, signalId: params.id, verdict: body.verdict ?? 'none' }),
})
