import { getInvitation, revokeInvitation } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedInvitation, invitationTarget } from './audited-person.ts'

const input = z.strictObject({ invitationId: z.string(), orgId: orgIdSchema.optional() })

/** Ends an invitation before it is used. Does nothing to one that has ended. Throws RejectedError `not_found`. */
export const revokeInvitationAct = defineAct({
  name: 'invitation.revoke',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: reference }) => {
    const before = await getInvitation(transaction, reference)
    await revokeInvitation(transaction, { ...reference, nowMs: services.nowMs() })
    const after = await getInvitation(transaction, reference)
    const states = { before: auditedInvitation(before), after: auditedInvitation(after) }
    return { result: after, change: changeBetween({ ...invitationTarget(after), ...states }) }
  },
})
