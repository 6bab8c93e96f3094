import { performAct, roles } from '@signalpost/administration'
import { editPersonAct } from '@signalpost/administration/person'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const editPerson = defineRoute({
  operationId: 'editPerson',
  method: 'patch',
  path: '/console/api/w/{orgId}/people/{id}',
  role: 'admin',
  summary: 'Change the role of a person',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ role: z.enum(roles) }),
  success: {
    status: 200,
    description: 'The role. Their sessions get new tokens.',
    schema: z.object({ personId: z.string(), role: z.enum(roles) }),
  },
  errors: ['not_found', 'login_required', 'conflict'],
  handle: async (services, { caller, params: { orgId, id }, body: { role } }) => {
    const input = { orgId, personId: id, role }
    const { personId } = await performAct(services, { caller, act: editPersonAct, input })
    return { personId, role }
  },
})
