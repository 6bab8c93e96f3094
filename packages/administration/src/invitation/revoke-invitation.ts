import { getInvitation, revokeInvitation } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation, nothing } from '../define-operation.ts'
import { auditedInvitation, invitationTarget } from '../person/audited-person.ts'

const input = z.strictObject({ invitationId: z.string(), orgId: orgIdSchema.optional() })

/** Ends an invitation before it is used. Does nothing to one that has ended. Throws RejectedError `not_found`. */
export const revokeInvitationAct = defineOperation({
  name: 'invitation.revoke',
  summary: 'End an invitation before it is used.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: {
    ...{ method: 'delete', path: '/invitations/{id}', status: 204, errors: ['not_found', 'login_required'] },
  },
  output: { ...nothing, description: 'Its link works no longer.' },
  run: async ({ transaction, services, input: reference }) => {
    const before = await getInvitation(transaction, reference)
    await revokeInvitation(transaction, { ...reference, nowMs: services.nowMs() })
    const after = await getInvitation(transaction, reference)
    const states = { before: auditedInvitation(before), after: auditedInvitation(after) }
    return { result: after, change: changeBetween({ ...invitationTarget(after), ...states }) }
  },
})
