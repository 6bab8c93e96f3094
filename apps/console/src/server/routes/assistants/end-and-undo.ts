import { performAct } from '@signalpost/administration'
import { disconnectAssistantAct, getShownAssistant, undoWrite } from '@signalpost/administration/assistant'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const disconnectAssistant = defineRoute({
  operationId: 'disconnectAssistant',
  act: disconnectAssistantAct.name,
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

/** Each thing that the write changed is put back by an act of its own, so this names the whole only where it is refused. */
export const undoAct = 'assistant.undo'

export const undoAssistantWrite = defineRoute({
  operationId: 'undoAssistantWrite',
  act: undoAct,
  method: 'post',
  path: '/console/api/w/{orgId}/assistants/{id}/undo',
  role: 'member',
  summary: 'Put back what an assistant assigned or changed in a deal, where it still stands',
  body: z.strictObject({ auditId: idSchema.meta({ description: 'The entry of the audit log.' }) }),
  success: {
    status: 204,
    description: 'It is as it was before, by the same act in your name.',
    schema: z.undefined(),
  },
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params, body: { auditId } }) => {
    const { orgId, assistantId } = await getShownAssistant(services, caller, {
      ...{ orgId: params.orgId, assistantId: params.id },
    })
    await undoWrite(services, { caller, orgId, assistantId, auditId })
    return undefined
  },
})
