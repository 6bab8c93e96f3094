import { getPerson, renewSessionsOf, revokeInvitationsAround, setOperator } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineCommandAct } from '../define-operation.ts'
import { auditedPerson, personTarget, withRevoked } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { refuseLastOperator } from './keep-an-admin.ts'

const input = z.strictObject({
  personId: z.string(),
  isOperator: z.boolean(),
  orgId: orgIdSchema.optional(),
})

/**
 * Makes a person an operator, or takes that away; their sessions get new tokens, and the open invitations of operators
 * to and from them end. Throws RejectedError: `not_found`, `conflict` for the last operator.
 */
export const setOperatorAct = defineCommandAct({
  name: 'person.set_operator',
  summary: 'Make a person an operator, or take that away.',
  demands: 'operator',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: { personId, isOperator, orgId } }) => {
    if (orgId !== undefined) await getMembership(transaction, { orgId, personId })
    const before = await getPerson(transaction, { personId })
    if (before.isOperator === isOperator) return { result: before }
    if (!isOperator) await refuseLastOperator(transaction, { personId })
    const after = await setOperator(transaction, { personId, isOperator })
    await renewSessionsOf(transaction, { personId })
    const email = before.email ?? before.unprovenEmail
    const around = { personId, email, ofOperators: true, nowMs: services.nowMs() }
    const revoked = isOperator ? [] : await revokeInvitationsAround(transaction, around)
    const states = withRevoked({ before: auditedPerson(before), after: auditedPerson(after) }, revoked)
    return { result: after, change: changeBetween({ orgId: null, ...personTarget(personId), ...states }) }
  },
})
