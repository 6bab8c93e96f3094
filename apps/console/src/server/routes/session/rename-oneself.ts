import { performAct } from '@signalpost/administration'
import { renameOneselfAct } from '@signalpost/administration/person'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const renameOneself = defineRoute({
  operationId: 'renameOneself',
  method: 'patch',
  path: '/console/api/session',
  role: 'person',
  summary: 'Change your name',
  body: z.strictObject({ name: nameSchema }),
  success: {
    status: 200,
    description: 'The name that everyone in your workspaces sees.',
    schema: z.object({ name: z.string() }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, body }) => {
    const { name } = await performAct(services, { caller, act: renameOneselfAct, input: body })
    return { name }
  },
})
