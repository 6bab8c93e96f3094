import { endAssistants } from '@signalpost/database/assistants'
import {
  endLoginLinks,
  endSessions,
  getPerson,
  listMemberships,
  removeMembership,
  renewSessionsOf,
  revokeInvitationsAround,
} from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation, nothing } from '../define-operation.ts'
import { auditedMembership, personTarget, withRevoked } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { keepAnAdmin } from './keep-an-admin.ts'

const input = z.strictObject({ orgId: orgIdSchema, personId: z.string() })

/**
 * Removes a person from a workspace, and ends their assistants and the open invitations to and from them there. Losing the last role ends
 * their sessions, unless they are an operator. Throws RejectedError: `not_found`, `conflict` for the last admin.
 */
export const endPersonAct = defineOperation({
  name: 'person.end',
  summary: 'Remove a person from a workspace. Losing the last role ends their sessions.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: {
    ...{ method: 'delete', path: '/people/{id}', status: 204 },
    errors: ['not_found', 'login_required', 'conflict'],
  },
  output: { ...nothing, description: 'The person has no part in the workspace within 5 s.' },
  run: async ({ transaction, services, caller, input: reference }) => {
    const { orgId, personId } = reference
    const before = await getMembership(transaction, reference)
    await keepAnAdmin(transaction, caller, reference)
    await removeMembership(transaction, reference)
    const { isOperator, email, unprovenEmail } = await getPerson(transaction, { personId })
    const nowMs = services.nowMs()
    const around = { orgId, personId, email: email ?? unprovenEmail, nowMs }
    const revoked = await revokeInvitationsAround(transaction, around)
    const assistants = await endAssistants(transaction, { orgId, personId, nowMs, reason: 'membership' })
    const rest = await listMemberships(transaction, { personId })
    if (isOperator || rest.length > 0) await renewSessionsOf(transaction, { personId })
    else {
      await endSessions(transaction, { personId })
      await endLoginLinks(transaction, { personId, nowMs })
    }
    const held = { ...auditedMembership(before), ...(assistants.length > 0 && { assistants }) }
    const states = withRevoked({ before: held, after: null }, revoked)
    return { result: reference, change: { orgId, ...personTarget(personId), ...states } }
  },
})
