import { performAct } from '@signalpost/administration'
import {
  clientSchema,
  confirmChangeAct,
  decisionSchema,
  getConfirmation as findQuestion,
} from '@signalpost/administration/assistant'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const getConfirmation = defineRoute({
  operationId: 'getConfirmation',
  method: 'get',
  path: '/console/api/w/{orgId}/assistant-confirmations/{id}',
  role: 'viewer',
  summary: 'See a change that your assistant may make once you allow it',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The change in words.',
    schema: z.object({
      client: clientSchema.pick({ name: true, host: true }),
      assistantId: z.string(),
      title: z.string(),
      reason: z.string(),
      facts: z.array(
        z.object({
          label: z.string(),
          text: z.string(),
          record: z
            .object({ type: z.enum(['signal', 'account', 'deal', 'list']), id: z.string() })
            .optional()
            .meta({ description: 'The record that it names.' }),
        }),
      ),
      endsAt: z.iso.datetime(),
      decision: decisionSchema.nullable(),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database, nowMs }, { caller, params: { orgId, id } }) => {
    const asked = { orgId, personId: caller.actor.id, confirmationId: id, nowMs: nowMs() }
    const { assistantId, clientName, clientHost, shown, endsAt, decision } = await findQuestion(
      database,
      asked,
    )
    const client = { name: clientName, host: clientHost }
    return { client, assistantId, ...shown, endsAt: endsAt.toISOString(), decision }
  },
})

export const decideConfirmationRoute = defineRoute({
  operationId: 'decideConfirmation',
  method: 'post',
  path: '/console/api/w/{orgId}/assistant-confirmations/{id}',
  role: 'viewer',
  summary: 'Allow or deny a change of your assistant',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ decision: decisionSchema }),
  success: {
    status: 200,
    description: 'After `allow`, the same call goes through once within 5 minutes.',
    schema: z.object({ decision: decisionSchema }),
  },
  errors: ['not_found', 'conflict'],
  handle: (services, { caller, params: { orgId, id }, body: { decision } }) =>
    performAct(services, { caller, act: confirmChangeAct, input: { orgId, confirmationId: id, decision } }),
})
