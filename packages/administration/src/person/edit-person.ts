import { roles } from '@signalpost/authorization'
import {
  getPerson,
  renewSessionsOf,
  revokeInvitationsAround,
  setMembership,
} from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedMembership, personTarget, withRevoked } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { keepAnAdmin } from './keep-an-admin.ts'

const input = z.strictObject({ orgId: orgIdSchema, personId: z.string(), role: z.enum(roles) })

/**
 * Changes a person's role in a workspace; their sessions get new tokens. A lower role also ends the open
 * invitations to and from them there. Throws RejectedError: `not_found`, `conflict` for the last admin.
 */
export const editPersonAct = defineAct({
  name: 'person.edit',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, caller, input: { orgId, personId, role } }) => {
    const before = await getMembership(transaction, { orgId, personId })
    const after = { orgId, personId, role }
    if (before.role === role) return { result: after }
    if (role !== 'admin') await keepAnAdmin(transaction, caller, { orgId, personId })
    const nowMs = services.nowMs()
    await setMembership(transaction, { ...after, nowMs })
    await renewSessionsOf(transaction, { personId })
    const isLower = roles.indexOf(role) < roles.indexOf(before.role)
    const { email, unprovenEmail } = await getPerson(transaction, { personId })
    const around = { orgId, personId, email: email ?? unprovenEmail, nowMs }
    const revoked = isLower ? await revokeInvitationsAround(transaction, around) : []
    const states = withRevoked(
      { before: auditedMembership(before), after: auditedMembership(after) },
      revoked,
    )
    return { result: after, change: changeBetween({ orgId, ...personTarget(personId), ...states }) }
  },
})
