import { performAct } from '@signalpost/administration'
import { disconnectAssistantAct } from '@signalpost/administration/assistant'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery } from '../workspace-params.ts'

export const disconnectAssistant = defineRoute({
  operationId: 'disconnectAssistant',
  method: 'delete',
  path: '/console/api/assistants/{id}',
  role: 'person',
  summary: 'End one of your assistants',
  params: z.object({ id: idSchema }),
  query: noQuery,
  success: { status: 204, description: 'Every process refuses it within 5 s.', schema: z.undefined() },
  errors: ['not_found'],
  handle: async (services, { caller, params: { id } }) => {
    await performAct(services, { caller, act: disconnectAssistantAct, input: { assistantId: id } })
    return undefined
  },
})
