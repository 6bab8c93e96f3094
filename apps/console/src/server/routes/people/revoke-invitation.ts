import { performAct } from '@signalpost/administration'
import { revokeInvitationAct } from '@signalpost/administration/person'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const revokeInvitation = defineRoute({
  operationId: 'revokeInvitation',
  method: 'delete',
  path: '/console/api/w/{orgId}/invitations/{id}',
  role: 'admin',
  summary: 'Revoke an invitation',
  params: recordParams,
  query: noQuery,
  success: { status: 204, description: 'Its link works no longer.', schema: z.undefined() },
  errors: ['not_found', 'login_required'],
  handle: async (services, { caller, params: { orgId, id } }) => {
    await performAct(services, { caller, act: revokeInvitationAct, input: { orgId, invitationId: id } })
    return undefined
  },
})
