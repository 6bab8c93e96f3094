import { acts } from '@signalpost/administration'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listActs = defineRoute({
  operationId: 'listActs',
  method: 'get',
  path: '/console/api/acts',
  role: 'person',
  summary: 'See the acts that the audit log can have',
  success: {
    status: 200,
    description: 'The names of all acts, sorted.',
    schema: z.object({ items: z.array(z.string()) }),
  },
  errors: [],
  handle: async () => ({ items: acts.map(({ name }) => name).sort() }),
})
