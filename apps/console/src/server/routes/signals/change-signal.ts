import { performAct } from '@signalpost/administration'
import { assignSignalAct, judgeSignalAct, markSignalReadAct } from '@signalpost/administration/record'
import { acknowledgeSignalAct } from '@signalpost/administration/signal'
import { idSchema, type Signal, signalSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const changes = z
  .strictObject({
    assignedTo: idSchema.nullable().optional().meta({ description: 'A user; null unassigns.' }),
    verdict: z.enum([...verdicts, 'none']).optional(),
    read: z.literal(true).optional(),
    acknowledged: z.literal(true).optional(),
  })
  .refine((body) => Object.values(body).filter((member) => member !== undefined).length === 1, {
    error: 'expected one of assignedTo, verdict, read, acknowledged',
  })

export const changeSignal = defineRoute({
  operationId: 'changeSignal',
  method: 'patch',
  path: '/console/api/w/{orgId}/signals/{id}',
  role: 'member',
  summary: 'Assign, judge or acknowledge a signal, or mark it as read',
  params: recordParams,
  query: noQuery,
  body: changes,
  success: {
    status: 200,
    description: 'The signal. A change to what it is already changes nothing, so a request may be repeated.',
    schema: signalSchema,
  },
  errors: ['not_found'],
  handle: (
    services,
    { caller, params: { orgId, id }, body: { assignedTo, verdict, acknowledged } },
  ): Promise<Signal> => {
    const signal = { orgId, signalId: id }
    if (assignedTo !== undefined) {
      return performAct(services, { caller, act: assignSignalAct, input: { ...signal, userId: assignedTo } })
    }
    if (verdict !== undefined) {
      return performAct(services, { caller, act: judgeSignalAct, input: { ...signal, verdict } })
    }
    if (acknowledged !== undefined) {
      return performAct(services, { caller, act: acknowledgeSignalAct, input: signal })
    }
    return performAct(services, { caller, act: markSignalReadAct, input: signal })
  },
})
