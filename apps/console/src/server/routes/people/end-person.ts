import { performAct } from '@signalpost/administration'
import { endPersonAct } from '@signalpost/administration/person'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const endPerson = defineRoute({
  operationId: 'endPerson',
  method: 'delete',
  path: '/console/api/w/{orgId}/people/{id}',
  role: 'admin',
  summary: 'Remove a person from the workspace',
  params: recordParams,
  query: noQuery,
  success: {
    status: 204,
    description: 'The person has no part in the workspace within 5 s.',
    schema: z.undefined(),
  },
  errors: ['not_found', 'login_required', 'conflict'],
  handle: async (services, { caller, params: { orgId, id } }) => {
    await performAct(services, { caller, act: endPersonAct, input: { orgId, personId: id } })
    return undefined
  },
})
