import { acts } from '@signalpost/administration'
import { operations } from '@signalpost/administration/operations'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { refusedLogin } from '../../login/record-refused-logins.ts'
import { undoAct } from '../assistants/end-and-undo.ts'

/** Where an operation does one of several acts, its own name is logged if it is refused. */
const refusable = operations.filter((operation) => 'http' in operation && operation.http.method !== 'get')

/** The names of all acts that the audit log can have, sorted. */
export const auditedActs: readonly string[] = [
  ...new Set([...acts, ...refusable].map(({ name }) => name).concat(undoAct, refusedLogin)),
].toSorted()

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
  handle: async () => ({ items: [...auditedActs] }),
})
