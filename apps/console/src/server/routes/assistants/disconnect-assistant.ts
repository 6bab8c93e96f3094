import { performAct } from '@signalpost/administration'
import { disconnectAssistantAct } from '@signalpost/administration/assistant'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const disconnectAssistant = defineRoute({
  operationId: 'disconnectAssistant',
  method: 'delete',
  path: '/console/api/assistants/{id}',
  role: 'person',
  summary: 'End one of your assistants',
  success: { status: 204, description: 'Every process refuses it within 5 s.', schema: z.undefined() },
  errors: ['not_found'],
  handle: async (services, { caller, params: { id } }) => {
    await performAct(services, { caller, act: disconnectAssistantAct, input: { assistantId: id } })
    return undefined
  },
})
