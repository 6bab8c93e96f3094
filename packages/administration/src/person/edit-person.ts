import { roles } from '@signalpost/authorization'
import { renewSessionsOf, setMembership } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedMembership, personTarget } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { keepAnAdmin } from './keep-an-admin.ts'

const input = z.strictObject({ orgId: orgIdSchema, personId: z.string(), role: z.enum(roles) })

/**
 * Changes a person's role in a workspace; their sessions get new tokens. Throws RejectedError: `not_found`, `conflict`
 * for the last admin.
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
    await setMembership(transaction, { ...after, nowMs: services.nowMs() })
    await renewSessionsOf(transaction, { personId })
    const states = { before: auditedMembership(before), after: auditedMembership(after) }
    return { result: after, change: changeBetween({ orgId, ...personTarget(personId), ...states }) }
  },
})
